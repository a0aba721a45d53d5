import { randomUUID } from 'node:crypto'
import type { Branding } from '@callfolio/shared/contract/branding.ts'
import { timeLeft } from '@callfolio/shared/time-left.ts'
import { SHARED_PAGE_PATHS, type SharedPage } from '@callfolio/shared/shared-page.ts'
import type { ShareableLinkRow } from '../db/schema.ts'
import { endOf, type PageEnd } from './link-end.ts'
import { admits, ANYONE, asksOf, type LinkPass } from './link-pass.ts'
import type { PreviewView, ViewOfLink } from './long-views.ts'
import {
  findLink,
  isReadableLink,
  type FindLinkDeps,
  type FollowedLink,
  type ReadableLink,
  type UnreadableLink,
} from './open-link.ts'
import { viewOf } from './open-page.ts'
import type { OwnedSite } from './links-repo.ts'
import { nullWhenGone } from './owned-microsite.ts'
import type { PageTickets } from './page-tickets.ts'
import { versionOf, type ReadPreparation } from './preparation.ts'

/** A page that shows a microsite. */
export interface ViewedPage {
  /** All that it depends on, but for how far it is prepared: who has it already needs to read no more. */
  facts: unknown[]
  view: Omit<ViewOfLink, 'viewTicket'>
  /** False: it changes by the second. */
  isReady: boolean
}

/** An owner's preview, and what it depends on. */
export interface ViewedPreview {
  facts: unknown[]
  view: PreviewView
}

/** What an address under /s/ leads to. The microsite of a page that shows one is not read yet. */
export type Followed = ({ page: SharedPage } | { viewed: ViewedPage }) & { found: FollowedLink }

/** Reads what a recipient's link shows. */
export async function followVisit(deps: PageContentDeps, visit: PageVisit): Promise<Followed> {
  const { token, pass, origin } = visit
  // The page does not know who is signed in: its owner is a visitor like all others.
  const found = await findLink(deps, token, { userId: null, pass })
  if (!isReadableLink(found)) return { page: pageOf(found), found }
  const { state, link, site } = found
  const shown = await pageViewOf(deps, found, origin)
  const isReady = state === 'open'
  const view = { ...shown, preparation: isReady ? null : await deps.preparation(link, site) }
  return { viewed: { facts: [token, shown, timeLeft(shown.expiresAt, deps.clock())], view, isReady }, found }
}

/** The page of a link that shows nothing of its microsite. */
function pageOf(found: UnreadableLink): SharedPage {
  switch (found.state) {
    case 'gone':
      return GONE
    case 'expired':
      return { state: 'expired' }
    case 'gated':
      return { state: 'gate', asks: asksOf(found.link), problem: null, email: '' }
    case 'waiting':
      return { state: 'waiting', version: versionOf(found.state, found.link, null) }
    case 'unavailable':
      return { state: 'unavailable' }
  }
}

async function pageViewOf(
  deps: PageContentDeps,
  found: ReadableLink,
  origin: string,
): Promise<Omit<ViewedPage['view'], 'preparation'>> {
  const { link } = found
  return {
    ...viewOf(found, await deps.branding(link.createdByUserId, origin)),
    expiresAt: (await endOf(link, deps.pageEnd)).toISOString(),
    cardUrl: cardOf(link),
  }
}

function cardOf(link: ShareableLinkRow): string | null {
  return admits(link, ANYONE) ? SHARED_PAGE_PATHS.card(link.token) : null
}

/** A visit's own ticket, which counts it. */
export async function ticketOf({ tickets }: PageContentDeps, { token, pass }: PageVisit): Promise<string> {
  return (await tickets.views.seal({ token, nonce: randomUUID(), pass })).text
}

export interface PageContentDeps extends FindLinkDeps {
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
}

/** Reads what an owner's preview is of: the same page, which counts nothing. */
export async function followPreview(
  { tickets, branding, links }: PageContentDeps,
  ticket: string,
  origin: string,
): Promise<{ page: SharedPage } | { viewed: ViewedPreview; site: OwnedSite }> {
  const opened = await tickets.previews.open(ticket)
  if (opened.state === 'forged') return { page: GONE }
  if (opened.state === 'expired') return { page: { state: 'preview_ended' } }
  const { userId, micrositeId } = opened.content
  const site = await links.getSite(userId, micrositeId).catch(nullWhenGone)
  if (site === null) return { page: GONE }
  const view = { state: 'preview', userId, micrositeId, branding: await branding(userId, origin) } as const
  return { viewed: { facts: [view, site.updatedAt], view }, site }
}
