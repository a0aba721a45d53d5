import type { Watch } from '../http/watched-connection.ts'
import { isReadable } from './link-access.ts'
import type { Visitor } from './link-pass.ts'
import type { LinksRepo } from './links-repo.ts'
import { findLink, type FindLinkDeps } from './open-link.ts'
import type { PageTickets } from './page-tickets.ts'

/** What was answered for a link may go on as long as the link opens for its visitor. */
export function linkWatch(deps: FindLinkDeps, token: string, visitor: Visitor): Watch {
  return {
    what: JSON.stringify([token, visitor]),
    mayGoOn: async () => {
      const { state } = await findLink(deps, token, visitor)
      // A page that says to wait shows nothing yet.
      return state === 'waiting' || isReadable(state)
    },
  }
}

/** An owner's preview may go on as long as its address works and its microsite is there. */
export function previewWatch({ tickets, links }: { tickets: PageTickets; links: LinksRepo }, ticket: string): Watch {
  return {
    what: ticket,
    mayGoOn: async () => {
      const opened = await tickets.previews.open(ticket)
      if (opened.state !== 'good') return false
      await links.getSite(opened.content.userId, opened.content.micrositeId)
      return true
    },
  }
}
