import { expiryAfter, type ShareExpiryDays } from '@callfolio/shared/share-expiry.ts'
import type { Clock } from '../kernel/clock.ts'
import { getOwnedLink } from './get-owned-link.ts'
import type { LinksRepo, OwnedLink } from './links-repo.ts'

/** What is absent stays as it is. */
export interface LinkUpdate {
  /** Counted from now; an ended link lives again. */
  days: ShareExpiryDays | undefined
  /** null: none. */
  label: string | null | undefined
}

/**
 * Gives a link another end or label.
 * @returns the link as it is then.
 * @throws AppError not_found when it was deleted meanwhile.
 */
export async function changeLink({ links, clock }: { links: LinksRepo; clock: Clock }, link: OwnedLink, { days, label }: LinkUpdate): Promise<OwnedLink> {
  await links.update(link, { ...(days !== undefined && { expiresAt: expiryAfter(days, clock()) }), ...(label !== undefined && { label }) })
  return getOwnedLink(links, link.createdByUserId, link.id)
}
