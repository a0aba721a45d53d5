import type { MicrositeRow, ShareableLinkRow } from '../db/schema.ts'
import { AppError } from '../kernel/errors.ts'
import { admits, asksOf, type Visitor } from './link-pass.ts'

/**
 * Whether a link opens. `gone`: revoked, or its microsite is not ready; a recipient can't tell that from an unknown one.
 * `gated`: the visitor has not given yet what the link asks for.
 */
export type LinkAccess = 'gone' | 'expired' | 'gated' | 'open'

/** All that is asked of a link, in this order; every route of it asks here. */
export function accessTo(
  link: ShareableLinkRow,
  site: Pick<MicrositeRow, 'status' | 'replacing'>,
  visitor: Visitor,
  now: Date,
): LinkAccess {
  if (link.revokedAt !== null) return 'gone'
  if (link.expiresAt <= now) return 'expired'
  // While another transcript is made, what was shared stays as it was.
  if (site.status !== 'active' && !site.replacing) return 'gone'
  return admits(link, visitor) ? 'open' : 'gated'
}

/** The error of a link that does not open, where there is no page to say it. @param link null: there is none. */
export function refusal(access: Exclude<LinkAccess, 'open'>, link: ShareableLinkRow | null): AppError {
  if (access === 'expired')
    return new AppError('link_expired', 'This shareable link has expired and is no longer available.')
  if (access === 'gone' || link === null) return new AppError('not_found', 'Link expired or not found')
  if (asksOf(link).password) return new AppError('password_required', 'This link asks for a password.')
  return new AppError('email_required', 'This link asks for your e-mail address.')
}
