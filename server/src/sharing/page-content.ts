import { randomUUID } from 'node:crypto'
import type { Branding } from '@callfolio/shared/contract/branding.ts'
import { SHARED_PAGE_PATHS, type SharedPage, type SharedVideo } from '@callfolio/shared/shared-page.ts'
import type { ShareableLinkRow } from '../db/schema.ts'
import { isVideoReady } from '../microsites/to-wire.ts'
import { admits, ANYONE, asksOf, type LinkPass } from './link-pass.ts'
import { isReadableLink, openLink, type OpenLinkDeps } from './open-link.ts'
import { nullWhenGone, type OwnedMicrosite } from './owned-microsite.ts'
import type { PageTickets } from './page-tickets.ts'
import { versionOf, type ReadPreparation } from './preparation.ts'
import { sharedView } from './shared-view.ts'

export interface PageContentDeps extends OpenLinkDeps {
  /** How a user's pages look. */
  branding: (userId: string, origin: string) => Promise<Branding>
  preparation: ReadPreparation
  tickets: PageTickets
}

/** What stands at an address that leads nowhere. */
export const GONE: SharedPage = { state: 'gone', message: 'Link expired or not found' }

/** How a recipient comes to a page. */
export interface PageVisit {
  token: string
  pass: LinkPass | null
  /** What addresses on the page start with. */
  origin: string
  /** The moment that the address leads to, in ms. */
  startMs: number | null
}

/** What a recipient's link shows. */
export async function readSharedPage(
  deps: PageContentDeps,
  { token, pass, origin, startMs }: PageVisit,
): Promise<SharedPage> {
  // The page does not know who is signed in: its owner is a visitor like all others.
  const opened = await openLink(deps, token, { userId: null, pass })
  if (opened.state === 'gone') return GONE
  if (opened.state === 'expired') return { state: 'expired' }
  if (opened.state === 'gated') return { state: 'gate', asks: asksOf(opened.link), problem: null, email: '' }
  if (opened.state === 'waiting') return { state: 'waiting', version: versionOf(opened.state, opened.link, null) }
  if (!isReadableLink(opened)) return { state: 'unavailable' }
  const { link, site } = opened
  const microsite = sharedView(site, await deps.branding(site.userId, origin), link.sections)
  const ticket = await deps.tickets.views.seal({ token, nonce: randomUUID(), pass })
  return {
    state: 'open',
    microsite,
    expiresAt: link.expiresAt.toISOString(),
    viewTicket: ticket.text,
    video: shownVideo(link, site),
    startMs,
    cardUrl: admits(link, ANYONE) ? SHARED_PAGE_PATHS.card(token) : null,
    preparation: opened.state === 'open' ? null : await deps.preparation(site),
    version: versionOf(opened.state, link, site),
  }
}

/** What an owner's preview shows: the same page, which counts nothing. */
export async function readPreviewPage(deps: PageContentDeps, ticket: string, origin: string): Promise<SharedPage> {
  const opened = await deps.tickets.previews.open(ticket)
  if (opened.state === 'forged') return GONE
  if (opened.state === 'expired') return { state: 'preview_ended' }
  const { userId, micrositeId } = opened.content
  const site = await deps.readOwned(userId, micrositeId).catch(nullWhenGone)
  if (site === null) return GONE
  return { state: 'preview', microsite: sharedView(site, await deps.branding(userId, origin), null) }
}

function shownVideo({ withVideo, token }: ShareableLinkRow, site: OwnedMicrosite): SharedVideo | null {
  if (!withVideo || !isVideoReady(site)) return null
  return {
    src: SHARED_PAGE_PATHS.video(token),
    poster: site.posterKey === null ? null : SHARED_PAGE_PATHS.poster(token),
  }
}
