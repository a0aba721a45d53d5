import { isDeepStrictEqual } from 'node:util'
import type { Watch } from '../http/watched-connection.ts'
import type { Visitor } from './link-pass.ts'
import type { LinksRepo, OwnedSite } from './links-repo.ts'
import { findLink, isReadableLink, type FindLinkDeps, type FollowedLink, type ReadableLink } from './open-link.ts'
import type { PageTickets } from './page-tickets.ts'

/**
 * What was answered for a link may go on as long as the link opens for its visitor and shows all that it showed then.
 * @param shown the link as it was read for the answer.
 */
export function linkWatch(deps: FindLinkDeps, token: string, visitor: Visitor, shown: FollowedLink): Watch {
  const parts = isReadableLink(shown) ? [shown.link.sections, removedFrom(shown.site)] : null
  return {
    what: JSON.stringify([token, visitor, parts]),
    mayGoOn: async () => {
      const now = await findLink(deps, token, visitor)
      // A page that says to wait shows nothing yet.
      if (!isReadableLink(shown)) return now.state === 'waiting' || isReadableLink(now)
      return isReadableLink(now) && showsAllOf(shown, now)
    },
  }
}

function showsAllOf(shown: ReadableLink, now: ReadableLink): boolean {
  const [before, sections] = [shown.link.sections, now.link.sections]
  const shows = sections === null || (before?.every((section) => sections.includes(section)) ?? false)
  return shows && isDeepStrictEqual(removedFrom(now.site), removedFrom(shown.site))
}

type RemovedParts = Pick<OwnedSite, 'redacted' | 'transcriptRemovedAt'>

/** What was removed from a microsite while its page stays: stretches by its owner, the transcript by its age. */
function removedFrom({ redacted, transcriptRemovedAt }: RemovedParts): unknown[] {
  return [redacted, transcriptRemovedAt]
}

/** An owner's preview may go on as long as its address works and its microsite is there, with nothing more of it removed. */
export function previewWatch(
  { tickets, links }: { tickets: PageTickets; links: LinksRepo },
  ticket: string,
  shown: RemovedParts,
): Watch {
  return {
    what: JSON.stringify([ticket, removedFrom(shown)]),
    mayGoOn: async () => {
      const opened = await tickets.previews.open(ticket)
      if (opened.state !== 'good') return false
      const now = await links.getSite(opened.content.userId, opened.content.micrositeId)
      return isDeepStrictEqual(removedFrom(now), removedFrom(shown))
    },
  }
}
