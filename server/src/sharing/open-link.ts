import type { ShareableLinkRow } from '../db/schema.ts'
import type { Clock } from '../kernel/clock.ts'
import { accessTo } from './link-access.ts'
import type { Visitor } from './link-pass.ts'
import type { LinksRepo } from './links-repo.ts'
import { nullWhenGone, type OwnedMicrosite, type ReadOwned } from './owned-microsite.ts'

/** What a token leads to; an unknown or deleted one is `gone` as well. */
export type OpenedLink =
  | { state: 'gone' }
  | { state: 'expired'; expiresAt: Date }
  | { state: 'gated'; link: ShareableLinkRow }
  | { state: 'open'; link: ShareableLinkRow; site: OwnedMicrosite }

export interface OpenLinkDeps {
  links: LinksRepo
  readOwned: ReadOwned
  clock: Clock
}

/** Follows a recipient's token. */
export async function openLink(
  { links, readOwned, clock }: OpenLinkDeps,
  token: string,
  visitor: Visitor,
): Promise<OpenedLink> {
  const link = await links.findByToken(token)
  if (!link) return { state: 'gone' }
  // As its owner's: a link shows what the one who made it may show.
  const site = await readOwned(link.createdByUserId, link.micrositeId).catch(nullWhenGone)
  if (site === null) return { state: 'gone' }
  const state = accessTo(link, site, visitor, clock())
  switch (state) {
    case 'gone':
      return { state }
    case 'expired':
      return { state, expiresAt: link.expiresAt }
    case 'gated':
      return { state, link }
    case 'open':
      return { state, link, site }
  }
}
