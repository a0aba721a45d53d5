import { LINK_SECTIONS, type LinkSection } from '@callfolio/shared/contract/share.ts'
import type { LinkViewRow } from '../../db/schema.ts'
import type { RateLimiter } from '../../limits/rate-limiter.ts'
import { findLink, isReadableLink, type FindLinkDeps } from '../links/open-link.ts'
import { VIEW_TICKET_SECONDS, type PageTickets } from '../links/page-tickets.ts'
import type { ViewsRepo } from './page-views-repo.ts'
import { isProgram } from './reader-program.ts'

export interface CountViewDeps extends FindLinkDeps {
  tickets: PageTickets
  views: ViewsRepo
  limiter: RateLimiter
}

/** The sender of a view report. */
export interface Reader {
  /** The signed-in user; null for a visitor. */
  userId: string | null
  address: string
  userAgent: string
}

/** A page sends its ticket after this much visible time; anything earlier is not a reader. */
const LEAST_VISIBLE_MS = 3000
/** A ticket counts once; this also limits concurrent duplicates, and tickets that were not counted. */
const TICKET = { name: 'view_ticket', points: 1, seconds: VIEW_TICKET_SECONDS }
/** An office may share one address; a script that keeps opening the page is no audience. */
const VIEWS = { name: 'views_of_link', points: 60, seconds: 60 * 60 }

/** A page's view report. */
export interface PageRead {
  ticket: string
  /** The sections reached so far. */
  sections: readonly LinkSection[]
}

/**
 * Counts a view when anyone but the owner read the page, once per ticket; later reports add the sections reached since.
 */
export async function countView(deps: CountViewDeps, { ticket, sections }: PageRead, reader: Reader): Promise<void> {
  const opened = await deps.tickets.views.open(ticket)
  if (opened.state !== 'good' || isProgram(reader.userAgent)) return
  if (deps.clock().getTime() - opened.sealedAt.getTime() < LEAST_VISIBLE_MS) return
  const { token, nonce, pass } = opened.content
  const found = await findLink(deps, token, { userId: reader.userId, pass })
  if (!isReadableLink(found) || found.link.createdByUserId === reader.userId) return
  const { link } = found
  const reached = sections.filter((section) => (link.sections ?? LINK_SECTIONS).includes(section))
  const known = await deps.views.find(nonce)
  if (known) return addSections(deps, known, reached)
  if ((await deps.limiter.take(TICKET, nonce)) !== null) return
  if ((await deps.limiter.take(VIEWS, `${link.id} ${reader.address}`)) !== null) return
  await deps.views.add({
    id: nonce,
    link,
    email: link.asksEmail ? (pass?.email ?? null) : null,
    sections: [...new Set(reached)],
    at: deps.clock(),
  })
}

async function addSections(
  { views, clock }: CountViewDeps,
  view: LinkViewRow,
  reached: readonly LinkSection[],
): Promise<void> {
  const sections = [...new Set([...view.sections, ...reached])]
  if (sections.length > view.sections.length) await views.setSections(view.id, sections, clock())
}
