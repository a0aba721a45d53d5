import { canonicalEmail, emailSchema } from '@callfolio/shared/contract/email.ts'
import { z } from 'zod'

/** An address that an account may have, in its one spelling; typed by a person or named by a provider. */
export const accountEmailSchema = z
  .string()
  .trim()
  .max(320)
  .pipe(emailSchema())
  .transform((address, context) => {
    const canonical = canonicalEmail(address)
    if (canonical === null) context.addIssue('Invalid email address')
    return canonical ?? z.NEVER
  })

/** @returns the address that a provider names; null: none, or none that an account may have. */
export function emailFrom(named: string | null | undefined): string | null {
  return accountEmailSchema.safeParse(named).data ?? null
}
