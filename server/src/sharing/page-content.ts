import { randomUUID } from 'node:crypto'
import type { Branding } from '@callfolio/shared/contract/branding.ts'
import type { SharedPage } from '@callfolio/shared/shared-page.ts'
import { AppError } from '../kernel/errors.ts'
import { openLink, type OpenedLink, type OpenLinkDeps } from './open-link.ts'
import type { PageTickets } from './page-tickets.ts'
import { sharedView } from './shared-view.ts'

export interface PageContentDeps extends OpenLinkDeps {
  /** How a user's pages look. */
  branding: (userId: string, origin: string) => Promise<Branding>
  tickets: PageTickets
}

/** What stands at an address that leads nowhere. */
export const GONE: SharedPage = { state: 'gone', message: 'Link expired or not found' }

/** What a recipient's link shows. @param origin what addresses on the page start with. */
export async function readSharedPage(deps: PageContentDeps, token: string, origin: string): Promise<SharedPage> {
  const opened = await openLink(deps, token).catch(goneMeanwhile)
  if (opened.state === 'gone') return GONE
  if (opened.state === 'expired') return { state: 'expired' }
  const { link, site } = opened
  const microsite = sharedView(site, await deps.branding(site.userId, origin))
  const ticket = await deps.tickets.views.seal({ token, nonce: randomUUID() })
  return { state: 'open', microsite, expiresAt: link.expiresAt.toISOString(), viewTicket: ticket.text }
}

/** What an owner's preview shows: the same page, which counts nothing. */
export async function readPreviewPage(deps: PageContentDeps, ticket: string, origin: string): Promise<SharedPage> {
  const opened = await deps.tickets.previews.open(ticket)
  if (opened.state === 'forged') return GONE
  if (opened.state === 'expired') return { state: 'preview_ended' }
  const { userId, micrositeId } = opened.content
  const site = await deps.readOwned(userId, micrositeId).catch(goneMeanwhile)
  if ('state' in site) return GONE
  return { state: 'preview', microsite: sharedView(site, await deps.branding(userId, origin)) }
}

function goneMeanwhile(error: unknown): Extract<OpenedLink, { state: 'gone' }> {
  if (error instanceof AppError && error.code === 'not_found') return { state: 'gone' }
  throw error
}
