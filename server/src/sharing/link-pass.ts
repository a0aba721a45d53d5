import type { GateAsks } from '@callfolio/shared/shared-page.ts'
import { z } from 'zod'
import { hashToken } from '../accounts/secret-token.ts'
import type { ShareableLinkRow } from '../db/schema.ts'

/** Says that its bearer gave what a link asks for. */
export const linkPassSchema = z.object({
  linkId: z.string(),
  /** Stands for the password that was given; null where none was asked for. */
  lock: z.string().nullable(),
  email: z.string().nullable(),
})
export type LinkPass = z.infer<typeof linkPassSchema>

/** A person who follows a link. */
export interface Visitor {
  /** The signed-in user; null where that is not known. */
  userId: string | null
  pass: LinkPass | null
}

/** Someone who has nothing but the address: what fetches pages for previews, for one. */
export const ANYONE: Visitor = { userId: null, pass: null }

type Protection = Pick<ShareableLinkRow, 'id' | 'createdByUserId' | 'passwordHash' | 'asksEmail'>

/** What a link asks its visitors for. */
export function asksOf({ passwordHash, asksEmail }: Protection): GateAsks {
  return { password: passwordHash !== null, email: asksEmail }
}

/** The pass of a visitor who gave what the link asks for. @param email where it asks for one. */
export function passOf(link: Protection, email: string | null): LinkPass {
  return { linkId: link.id, lock: lockOf(link), email }
}

/** True when the link opens for the visitor. A pass ends with the password that it was given for; an owner needs none. */
export function admits(link: Protection, { userId, pass }: Visitor): boolean {
  const { password, email } = asksOf(link)
  if ((!password && !email) || userId === link.createdByUserId) return true
  return pass !== null && pass.linkId === link.id && pass.lock === lockOf(link) && (!email || pass.email !== null)
}

/** The stored hash is salted: a password that is set again locks again. */
function lockOf({ passwordHash }: Protection): string | null {
  return passwordHash === null ? null : hashToken(passwordHash)
}
