import type { ShareableLinkRow } from '../db/schema.ts'
import type { Clock } from '../kernel/clock.ts'
import { accessTo, isReadable, type Readable } from './link-access.ts'
import type { Visitor } from './link-pass.ts'
import type { LinksRepo } from './links-repo.ts'
import { nullWhenGone, type OwnedMicrosite, type ReadOwned } from './owned-microsite.ts'

/** What a token leads to; an unknown or deleted one is `gone` as well. */
export type OpenedLink =
  | { state: 'gone' }
  | { state: 'expired'; expiresAt: Date }
  | { state: 'gated'; link: ShareableLinkRow }
  | { state: 'waiting' | 'unavailable'; link: ShareableLinkRow }
  | ReadableLink

/** A link that shows its page, or what there is of it. */
export interface ReadableLink {
  state: Readable
  link: ShareableLinkRow
  site: OwnedMicrosite
}

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
  if (state === 'gone') return { state }
  if (state === 'expired') return { state, expiresAt: link.expiresAt }
  if (state === 'gated') return { state, link }
  return isReadable(state) ? { state, link, site } : { state, link }
}

/** True when there is something to read, be it a part. */
export function isReadableLink(opened: OpenedLink): opened is ReadableLink {
  return isReadable(opened.state)
}
