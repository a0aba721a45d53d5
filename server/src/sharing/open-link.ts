import type { ShareableLinkRow } from '../db/schema.ts'
import type { Clock } from '../kernel/clock.ts'
import { accessTo, isReadable, type Readable, type SiteState } from './link-access.ts'
import type { Visitor } from './link-pass.ts'
import type { LinksRepo, ProgressOfSite } from './links-repo.ts'
import { nullWhenGone, type OwnedMicrosite, type ReadOwned } from './owned-microsite.ts'

/** What a token leads to, with what was read of its microsite; an unknown or deleted one is `gone` as well. */
type FollowedLink<Site> =
  | { state: 'gone' }
  | { state: 'expired'; expiresAt: Date }
  | { state: 'gated'; link: ShareableLinkRow }
  | { state: 'waiting' | 'unavailable'; link: ShareableLinkRow }
  | ReadableLink<Site>

/** A link that shows its page, or what there is of it. */
export interface ReadableLink<Site> {
  state: Readable
  link: ShareableLinkRow
  site: Site
}

export interface FindLinkDeps {
  links: LinksRepo
  clock: Clock
}

export interface OpenLinkDeps extends FindLinkDeps {
  readOwned: ReadOwned
}

/** Follows a recipient's token to its microsite, whose document is not read. */
export async function findLink(
  { links, clock }: FindLinkDeps,
  token: string,
  visitor: Visitor,
): Promise<FollowedLink<ProgressOfSite>> {
  const found = await links.findProgress(token)
  return found === null ? { state: 'gone' } : follow(found.link, found.site, visitor, clock())
}

/** Follows a recipient's token, and reads the whole microsite where it opens. */
export async function openLink(
  deps: OpenLinkDeps,
  token: string,
  visitor: Visitor,
): Promise<FollowedLink<OwnedMicrosite>> {
  const found = await findLink(deps, token, visitor)
  if (!isReadableLink(found)) return found
  const { link } = found
  // As its owner's: a link shows what the one who made it may show.
  const site = await deps.readOwned(link.createdByUserId, link.micrositeId).catch(nullWhenGone)
  // It may have been changed since the look at its row.
  return site === null ? { state: 'gone' } : follow(link, site, visitor, deps.clock())
}

function follow<Site extends SiteState>(
  link: ShareableLinkRow,
  site: Site,
  visitor: Visitor,
  now: Date,
): FollowedLink<Site> {
  const state = accessTo(link, site, visitor, now)
  if (state === 'gone') return { state }
  if (state === 'expired') return { state, expiresAt: link.expiresAt }
  if (state === 'gated') return { state, link }
  return isReadable(state) ? { state, link, site } : { state, link }
}

/** True when there is something to read, be it a part. */
export function isReadableLink<Site>(followed: FollowedLink<Site>): followed is ReadableLink<Site> {
  return isReadable(followed.state)
}
