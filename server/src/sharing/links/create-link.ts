import { randomUUID } from 'node:crypto'
import { expiryAfter, type ShareExpiryDays } from '@callfolio/shared/page/share-expiry.ts'
import type { Passwords } from '../../accounts/passwords.ts'
import { newToken } from '../../accounts/sessions/secret-token.ts'
import type { Clock } from '../../kernel/clock.ts'
import { AppError } from '../../kernel/errors.ts'
import { isPreparing } from './link-access.ts'
import { protectionFields, type LinkProtection } from './link-protection.ts'
import type { LinksRepo, OwnedSite } from './links-repo.ts'

/** The new link, including its secret. */
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
 * Creates another link to a microsite. The token is stored unhashed, so that the owner can copy the link again. A
 * microsite in preparation can be shared too: recipients' open pages fill in as it progresses.
 * @throws AppError conflict when the microsite has failed: a recipient would find no page.
 */
export async function createLink(
  { links, passwords, clock }: { links: LinksRepo; passwords: Passwords; clock: Clock },
  site: OwnedSite,
  { days, label, ...protection }: NewLinkChoice,
): Promise<CreatedLink> {
  if (site.status === 'failed') throw new AppError('conflict', 'A failed microsite can’t be shared.')
  const createdAt = clock()
  const link = { id: randomUUID(), token: newToken(), expiresAt: expiryAfter(days, createdAt) }
  const isMade = await links.insert({
    ...link,
    micrositeId: site.id,
    createdByUserId: site.userId,
    label,
    early: isPreparing(site),
    createdAt,
    ...(await protectionFields(passwords, protection)),
  })
  if (!isMade) throw new AppError('not_found', 'Microsite not found.')
  return link
}
