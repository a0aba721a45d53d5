import { randomUUID } from 'node:crypto'
import { expiryAfter, type ShareExpiryDays } from '@callfolio/shared/share-expiry.ts'
import type { Passwords } from '../accounts/passwords.ts'
import { newToken } from '../accounts/secret-token.ts'
import type { Clock } from '../kernel/clock.ts'
import { AppError } from '../kernel/errors.ts'
import { protectionFields, type LinkProtection } from './link-protection.ts'
import type { LinksRepo } from './links-repo.ts'
import type { OwnedMicrosite } from './owned-microsite.ts'

/** The link that was made, with the secret in it. */
export interface CreatedLink {
  id: string
  token: string
  expiresAt: Date
}

interface NewLinkChoice extends LinkProtection {
  days: ShareExpiryDays
  label: string | null
}

/**
 * Makes one more link to a microsite. The token is kept as it is, so that the owner can copy the link again.
 * @throws AppError conflict while the microsite is not active: a recipient would find an unfinished page.
 */
export async function createLink(
  { links, passwords, clock }: { links: LinksRepo; passwords: Passwords; clock: Clock },
  site: OwnedMicrosite,
  { days, label, ...protection }: NewLinkChoice,
): Promise<CreatedLink> {
  if (site.status !== 'active') throw new AppError('conflict', 'A microsite can be shared once it is ready.')
  const createdAt = clock()
  const link = { id: randomUUID(), token: newToken(), expiresAt: expiryAfter(days, createdAt) }
  await links.insert({
    ...link,
    micrositeId: site.id,
    createdByUserId: site.userId,
    label,
    createdAt,
    ...(await protectionFields(passwords, protection)),
  })
  return link
}
