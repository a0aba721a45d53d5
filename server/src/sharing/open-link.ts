import type { ShareableLinkRow } from '../db/schema.ts'
import type { Clock } from '../kernel/clock.ts'
import type { LinksRepo } from './links-repo.ts'
import type { OwnedMicrosite, ReadOwned } from './owned-microsite.ts'

/** What a token leads to. `gone`: unknown, deleted, or its microsite is not ready; a recipient can't tell which. */
export type OpenedLink =
  | { state: 'gone' }
  | { state: 'expired'; expiresAt: Date }
  | { state: 'open'; link: ShareableLinkRow; site: OwnedMicrosite }

export interface OpenLinkDeps {
  links: LinksRepo
  readOwned: ReadOwned
  clock: Clock
}

/**
 * Follows a recipient's token.
 * @throws AppError not_found when the microsite is deleted in this very moment.
 */
export async function openLink({ links, readOwned, clock }: OpenLinkDeps, token: string): Promise<OpenedLink> {
  const link = await links.findByToken(token)
  if (!link) return { state: 'gone' }
  if (link.expiresAt <= clock()) return { state: 'expired', expiresAt: link.expiresAt }
  // As its owner's: a link shows what the one who made it may show.
  const site = await readOwned(link.createdByUserId, link.micrositeId)
  return site.status === 'active' ? { state: 'open', link, site } : { state: 'gone' }
}
