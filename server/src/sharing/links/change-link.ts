import { expiryAfter, type ShareExpiryDays } from '@callfolio/shared/page/share-expiry.ts'
import type { Passwords } from '../../accounts/passwords.ts'
import type { Clock } from '../../kernel/clock.ts'
import { getOwnedLink } from './get-owned-link.ts'
import { protectionFields, type LinkProtection } from './link-protection.ts'
import type { LinksRepo, OwnedLink } from './links-repo.ts'

/** Absent fields stay unchanged. */
export interface LinkUpdate extends LinkProtection {
  /** Counted from now; reactivates an ended link. */
  days: ShareExpiryDays | undefined
  /** null: none. */
  label: string | null | undefined
  /** True: revokes the link. False: restores it. */
  revoked: boolean | undefined
}

export interface ChangeLinkDeps {
  links: LinksRepo
  passwords: Passwords
  clock: Clock
}

/**
 * Changes a link's end, label or protection, revokes it or restores it.
 * @returns the changed link.
 * @throws AppError not_found when it was deleted in the meantime.
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
