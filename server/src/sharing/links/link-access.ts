import type { MicrositeRow, ShareableLinkRow } from '../../db/schema.ts'
import { AppError } from '../../kernel/errors.ts'
import { admits, getAsks, type Visitor } from './link-pass.ts'

/**
 * Whether a link opens. `gone`: revoked; recipients can't tell that from unknown. `gated`: the visitor has not provided
 * what the link asks for. `preparing`: it opens, and its sections appear one by one. `waiting`: it opens once the page
 * is ready. `unavailable`: the page's processing failed.
 */
export type LinkAccess = 'gone' | 'expired' | 'gated' | 'unavailable' | 'waiting' | 'preparing' | 'open'

/** The results that show a recipient something. */
export type Readable = Extract<LinkAccess, 'preparing' | 'open'>

/** The fields of a microsite that decide on access. */
export type SiteState = Pick<MicrositeRow, 'status' | 'replacing'>

/** All checks of a link, in order; every route of it checks here. */
export function accessTo(link: ShareableLinkRow, site: SiteState, visitor: Visitor, now: Date): LinkAccess {
  if (link.revokedAt !== null) return 'gone'
  if (link.expiresAt <= now) return 'expired'
  if (!admits(link, visitor)) return 'gated'
  if (site.status === 'failed') return 'unavailable'
  if (!isPreparing(site)) return 'open'
  return link.whenReady ? 'waiting' : 'preparing'
}

/**
 * True while a page is processed for the first time. While another transcript is made, shared content stays unchanged.
 */
export function isPreparing({ status, replacing }: SiteState): boolean {
  return status !== 'active' && status !== 'failed' && !replacing
}

export function isReadable(access: LinkAccess): access is Readable {
  return access === 'open' || access === 'preparing'
}

/** The error of a link that does not open, where there is no page to show it. @param link null: there is none. */
export function refusal(access: Exclude<LinkAccess, Readable>, link: ShareableLinkRow | null): AppError {
  if (access === 'expired')
    return new AppError('link_expired', 'This shareable link has expired and is no longer available.')
  if (access === 'waiting') return new AppError('conflict', 'This page is not ready yet.')
  if (access === 'unavailable') return new AppError('not_found', 'This page is not available.')
  if (access === 'gone' || link === null) return new AppError('not_found', 'Link expired or not found')
  if (getAsks(link).password) return new AppError('password_required', 'This page needs a password.')
  return new AppError('email_required', 'This page needs an email address.')
}
