import { canonicalEmail, emailSchema } from '@callfolio/shared/contract/email.ts'
import { z } from 'zod'

/** A valid account address in canonical form, typed by a user or returned by a provider. */
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

/** @returns the address a provider returns; null: none, or an invalid one. */
export function emailFrom(named: string | null | undefined): string | null {
  return accountEmailSchema.safeParse(named).data ?? null
}
