import { expiryAfter, type ShareExpiryDays } from '@callfolio/shared/share-expiry.ts'
import type { Passwords } from '../accounts/passwords.ts'
import type { Clock } from '../kernel/clock.ts'
import { getOwnedLink } from './get-owned-link.ts'
import { protectionFields, type LinkProtection } from './link-protection.ts'
import type { LinksRepo, OwnedLink } from './links-repo.ts'

/** What is absent stays as it is. */
export interface LinkUpdate extends LinkProtection {
  /** Counted from now; an ended link lives again. */
  days: ShareExpiryDays | undefined
  /** null: none. */
  label: string | null | undefined
  /** True: it leads nowhere from now on. False: it works again. */
  revoked: boolean | undefined
}

export interface ChangeLinkDeps {
  links: LinksRepo
  passwords: Passwords
  clock: Clock
}

/**
 * Gives a link another end, label or protection, revokes it or gives it back.
 * @returns the link as it is then.
 * @throws AppError not_found when it was deleted meanwhile.
 */
export async function changeLink(
  { links, passwords, clock }: ChangeLinkDeps,
  link: OwnedLink,
  { days, label, revoked, ...protection }: LinkUpdate,
): Promise<OwnedLink> {
  const now = clock()
  await links.update(link, {
    ...(days !== undefined && { expiresAt: expiryAfter(days, now) }),
    ...(label !== undefined && { label }),
    ...(revoked !== undefined && { revokedAt: revoked ? (link.revokedAt ?? now) : null }),
    ...(await protectionFields(passwords, protection)),
  })
  return getOwnedLink(links, link.createdByUserId, link.id)
}
