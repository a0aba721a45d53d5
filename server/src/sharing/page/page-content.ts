import { createHash, randomUUID } from 'node:crypto'
import type { Branding } from '@callfolio/shared/contract/branding.ts'
import type { Preparation } from '@callfolio/shared/contract/share.ts'
import { SHARED_PAGE_PATHS, type SharedPage } from '@callfolio/shared/page/shared-page.ts'
import type { ShareableLinkRow } from '../../db/schema.ts'
import { getEnd, type PageEnd } from '../links/link-end.ts'
import { admits, ANYONE, getAsks, type LinkPass } from '../links/link-pass.ts'
import type { LinksRepo } from '../links/links-repo.ts'
import {
  findLink,
  isReadableLink,
  type FindLinkDeps,
  type ReadableLink,
  type UnreadableLink,
} from '../links/open-link.ts'
import { nullWhenGone } from './owned-microsite.ts'
import type { PageRequest } from './page-cache.ts'
import type { PageTickets } from '../links/page-tickets.ts'
import { getVersion, type ReadPreparation } from './preparation.ts'
import type { LinkView, PageJob, PageReader } from './render-page.ts'

/** A page that shows nothing of a microsite. */
export type MessagePage = Exclude<SharedPage, { microsite: unknown }>

/** The page behind an address under /s/. */
export interface FollowedPage {
  state: SharedPage['state']
  request: PageRequest
}

export interface PageContentDeps extends FindLinkDeps {
  links: LinksRepo
  /** The branding of a user's pages. */
  branding: (userId: string, origin: string) => Promise<Branding>
  preparation: ReadPreparation
  pageEnd: PageEnd
  tickets: PageTickets
}

/** A recipient's visit to a page. */
export interface PageVisit {
  token: string
  pass: LinkPass | null
  reader: PageReader
}

/** The page for an invalid address. */
export const GONE: MessagePage = { state: 'gone', why: 'unknown' }

/**
 * The number of progress steps that are rendered, so that the page of a call in preparation keeps its key for a while.
 */
const PROGRESS_STEPS = 10

/**
 * Checks a recipient's link and returns what it shows. The page doesn't know who is signed in, so its owner counts as a
 * visitor.
 */
export async function followVisit(deps: PageContentDeps, { token, pass, reader }: PageVisit): Promise<FollowedPage> {
  const found = await findLink(deps, token, { userId: null, pass })
  if (!isReadableLink(found)) return messagePage(messageFor(found), reader)
  const { state, link, site } = found
  const view = {
    ...(await linkView(deps, found, reader.origin)),
    expiresAt: (await getEnd(link, deps.pageEnd)).toISOString(),
    cardUrl: cardUrlFor(link),
    version: getVersion(state, link, site),
  }
  const preparation = state === 'open' ? null : await deps.preparation(link, site)
  return {
    state: 'open',
    request: {
      key: keyFor('page', view, reader, preparation && getSteps(preparation)),
      job: { what: 'page', view: { ...view, preparation }, reader },
    },
  }
}

/** Checks an owner's preview address and returns what it shows. */
export async function followPreview(
  { tickets, branding, links }: PageContentDeps,
  ticket: string,
  reader: PageReader,
): Promise<FollowedPage> {
  const opened = await tickets.previews.open(ticket)
  if (opened.state === 'forged') return messagePage(GONE, reader)
  if (opened.state === 'expired') return messagePage({ state: 'preview_ended' }, reader)
  const { userId, micrositeId } = opened.content
  const site = await links.getSite(userId, micrositeId).catch(nullWhenGone)
  if (site === null) return messagePage(GONE, reader)
  const view = { userId, micrositeId, branding: await branding(userId, reader.origin) }
  const { updatedAt, redacted, transcriptRemovedAt } = site
  const key = keyFor('preview', view, reader, updatedAt, redacted, transcriptRemovedAt)
  return { state: 'preview', request: { key, job: { what: 'preview', view, reader } } }
}

/** What to render of a link's microsite, as a page or JSON. @param origin the base URL of its addresses. */
export async function linkView(
  { branding }: Pick<PageContentDeps, 'branding'>,
  { link }: ReadableLink,
  origin: string,
): Promise<LinkView> {
  const { createdByUserId: userId, micrositeId, token, sections, withVideo } = link
  // Omits what the page must not know.
  const shown = { token, sections, withVideo }
  return { userId, micrositeId, link: shown, branding: await branding(userId, origin) }
}

/** The key of a rendering: everything it depends on. */
export function keyFor(...facts: unknown[]): string {
  return createHash('sha256').update(JSON.stringify(facts)).digest('base64')
}

export function messagePage(page: MessagePage, reader: PageReader): FollowedPage {
  const job: PageJob = { what: 'message', page, reader }
  return { state: page.state, request: { key: keyFor(job), job } }
}

/** Seals a ticket that counts one view of a link. @returns null when the link shows nothing to this visitor. */
export async function issueTicket(
  deps: PageContentDeps,
  { token, pass }: Omit<PageVisit, 'reader'>,
): Promise<string | null> {
  const found = await findLink(deps, token, { userId: null, pass })
  return isReadableLink(found) ? (await deps.tickets.views.seal({ token, nonce: randomUUID(), pass })).text : null
}

/** The page of a link that shows nothing of its microsite. */
function messageFor(found: UnreadableLink): MessagePage {
  switch (found.state) {
    case 'gone':
      return GONE
    case 'expired':
      return { state: 'expired' }
    case 'gated':
      return { state: 'gate', asks: getAsks(found.link), problem: null, email: '' }
    case 'waiting':
      return { state: 'waiting', version: getVersion(found.state, found.link, null) }
    case 'unavailable':
      return { state: 'unavailable' }
  }
}

function cardUrlFor(link: ShareableLinkRow): string | null {
  return admits(link, ANYONE) ? SHARED_PAGE_PATHS.card(link.token) : null
}

function getSteps({ arriving, progress, made_by }: Preparation): unknown[] {
  return [arriving, Math.floor(progress * PROGRESS_STEPS), made_by]
}
