import type { GateAsks } from '@callfolio/shared/page/shared-page.ts'
import { z } from 'zod'
import { hashToken } from '../../accounts/sessions/secret-token.ts'
import type { ShareableLinkRow } from '../../db/schema.ts'

/** Proves that its bearer provided what a link asks for. */
export const linkPassSchema = z.object({
  linkId: z.string(),
  /** Identifies the entered password; null when none was required. */
  lock: z.string().nullable(),
  email: z.string().nullable(),
})
export type LinkPass = z.infer<typeof linkPassSchema>

/** A person who follows a link. */
export interface Visitor {
  /** The signed-in user; null when unknown. */
  userId: string | null
  pass: LinkPass | null
}

/** A visitor with only the address, such as a link preview bot. */
export const ANYONE: Visitor = { userId: null, pass: null }

type Protection = Pick<ShareableLinkRow, 'id' | 'createdByUserId' | 'passwordHash' | 'asksEmail'>

/** What a link asks its visitors for. */
export function getAsks({ passwordHash, asksEmail }: Protection): GateAsks {
  return { password: passwordHash !== null, email: asksEmail }
}

/** The pass of a visitor who provided what the link asks for. @param email where the link asks for one. */
export function getPass(link: Protection, email: string | null): LinkPass {
  return { linkId: link.id, lock: getLock(link), email }
}

/** True when the link opens for the visitor. A pass ends when its password changes; an owner needs none. */
export function admits(link: Protection, { userId, pass }: Visitor): boolean {
  const { password, email } = getAsks(link)
  if ((!password && !email) || userId === link.createdByUserId) return true
  return pass !== null && pass.linkId === link.id && pass.lock === getLock(link) && (!email || pass.email !== null)
}

/** The stored hash is salted, so setting the same password again locks the link again. */
function getLock({ passwordHash }: Protection): string | null {
  return passwordHash === null ? null : hashToken(passwordHash)
}
