import { randomUUID } from 'node:crypto'
import type { Branding } from '@callfolio/shared/contract/branding.ts'
import { timeLeft } from '@callfolio/shared/time-left.ts'
import { PART_LINES, SHARED_PAGE_PATHS, type SharedPage } from '@callfolio/shared/shared-page.ts'
import type { ShareableLinkRow } from '../db/schema.ts'
import { endOf, type PageEnd } from './link-end.ts'
import { admits, ANYONE, asksOf, type LinkPass } from './link-pass.ts'
import type { ViewOfLink } from './long-views.ts'
import { findLink, isReadableLink, openLink, type OpenLinkDeps } from './open-link.ts'
import { openPageOf } from './open-page.ts'
import { nullWhenGone } from './owned-microsite.ts'
import type { PageTickets } from './page-tickets.ts'
import { versionOf, type ReadPreparation } from './preparation.ts'
import { sharedView } from './shared-view.ts'

/** A page whose document may be kept. */
export interface KeepablePage {
  /** All that its document depends on: who has it already needs to read no more. */
  facts: unknown[]
  view: Omit<ViewOfLink, 'viewTicket'>
}

/**
 * Looks at an open link without reading what it shows.
 * @returns null where there is no such document: the link shows something else, or what changes by the second.
 */
export async function keepablePage(
  deps: PageContentDeps,
  { token, pass, origin }: PageVisit,
): Promise<KeepablePage | null> {
  const found = await findLink(deps, token, { userId: null, pass })
  if (found.state !== 'open') return null
  const { link, site } = found
  const branding = await deps.branding(link.createdByUserId, origin)
  const end = await endOf(link, deps.pageEnd)
  const left = timeLeft(end.toISOString(), deps.clock())
  const version = versionOf('open', link, site)
  return {
    facts: [token, end, admits(link, ANYONE), version, branding, left, origin],
    view: {
      userId: link.createdByUserId,
      micrositeId: link.micrositeId,
      link: pick(link),
      branding,
      expiresAt: end.toISOString(),
      cardUrl: cardOf(link),
      version,
    },
  }
}

/** Without what is not the page's to know. */
const pick = ({ token, sections, withVideo }: ShareableLinkRow) => ({ token, sections, withVideo })

function cardOf(link: ShareableLinkRow): string | null {
  return admits(link, ANYONE) ? SHARED_PAGE_PATHS.card(link.token) : null
}

/** A visit's own ticket, which counts it. */
export async function ticketOf({ tickets }: PageContentDeps, { token, pass }: PageVisit): Promise<string> {
  return (await tickets.views.seal({ token, nonce: randomUUID(), pass })).text
}

export interface PageContentDeps extends OpenLinkDeps {
  /** How a user's pages look. */
  branding: (userId: string, origin: string) => Promise<Branding>
  preparation: ReadPreparation
  pageEnd: PageEnd
  tickets: PageTickets
}

/** What stands at an address that leads nowhere. */
export const GONE: SharedPage = { state: 'gone', why: 'unknown' }

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
export async function readSharedPage(deps: PageContentDeps, visit: PageVisit): Promise<SharedPage> {
  const { token, pass, origin, startMs } = visit
  // The page does not know who is signed in: its owner is a visitor like all others.
  const opened = await openLink(deps, token, { userId: null, pass })
  if (opened.state === 'gone') return GONE
  if (opened.state === 'expired') return { state: 'expired' }
  if (opened.state === 'gated') return { state: 'gate', asks: asksOf(opened.link), problem: null, email: '' }
  if (opened.state === 'waiting') return { state: 'waiting', version: versionOf(opened.state, opened.link, null) }
  if (!isReadableLink(opened)) return { state: 'unavailable' }
  const { link, site } = opened
  const shown = openPageOf(site, {
    link,
    branding: await deps.branding(site.userId, origin),
    expiresAt: (await endOf(link, deps.pageEnd)).toISOString(),
    viewTicket: await ticketOf(deps, visit),
    cardUrl: cardOf(link),
    version: versionOf(opened.state, link, site),
  })
  if (opened.state === 'open') return { ...shown, startMs }
  // What is still being prepared is written for each visit: the rest of a long transcript comes with the whole page.
  const microsite = { ...shown.microsite, segments: shown.microsite.segments.slice(0, PART_LINES) }
  return { ...shown, microsite, startMs, preparation: await deps.preparation(site) }
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
