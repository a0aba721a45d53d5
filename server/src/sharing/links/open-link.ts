import type { ShareableLinkRow } from '../../db/schema.ts'
import type { Clock } from '../../kernel/clock.ts'
import { accessTo, isReadable, type Readable } from './link-access.ts'
import type { Visitor } from './link-pass.ts'
import type { ProgressOfSite } from './linked-sites-repo.ts'
import type { LinksRepo } from './links-repo.ts'

/** The result of following a token; an unknown or deleted one is `gone` too. */
export type FollowedLink = UnreadableLink | ReadableLink

/** A link that shows nothing of its microsite. */
export type UnreadableLink =
  | { state: 'gone' }
  | { state: 'expired'; expiresAt: Date }
  | { state: 'gated' | 'waiting' | 'unavailable'; link: ShareableLinkRow }

/** A link that shows its page, or the available part of it. */
export interface ReadableLink {
  state: Readable
  link: ShareableLinkRow
  site: ProgressOfSite
}

export interface FindLinkDeps {
  links: LinksRepo
  clock: Clock
}

/** Follows a recipient's token to its microsite, without reading the document. */
export async function findLink({ links, clock }: FindLinkDeps, token: string, visitor: Visitor): Promise<FollowedLink> {
  const found = await links.findProgress(token)
  if (found === null) return { state: 'gone' }
  const { link, site } = found
  const state = accessTo(link, site, visitor, clock())
  if (state === 'gone') return { state }
  if (state === 'expired') return { state, expiresAt: link.expiresAt }
  return isReadable(state) ? { state, link, site } : { state, link }
}

/** True when there is something to read, even in part. */
export function isReadableLink(followed: FollowedLink): followed is ReadableLink {
  return isReadable(followed.state)
}
