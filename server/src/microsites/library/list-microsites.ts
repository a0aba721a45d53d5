import type { MicrositeCard, MicrositeListQuery } from '@callfolio/shared/contract/microsite.ts'
import type { Plan } from '@callfolio/shared/plans.ts'
import { AppError } from '../../kernel/errors.ts'
import type { CardList, CardSearch, ListCursor } from './card-list-repo.ts'
import { createdRange } from './created-range.ts'
import type { MicrositesRepo } from '../records/microsites-repo.ts'
import { searchable, getTerms } from '../search/search-text.ts'
import { toCard, type MediaLinks } from './to-wire.ts'
import type { ReadWorkFacts } from '../work/work-facts.ts'

export interface ListDeps {
  readWorkFacts: ReadWorkFacts
  microsites: MicrositesRepo
  listCards: CardList
  plan: (userId: string) => Promise<Plan>
  timeZone: (userId: string) => Promise<string>
}

/**
 * A page of a user's microsites.
 * @throws AppError invalid_request for an invalid date, or another list's cursor.
 */
export async function listMicrosites(
  deps: ListDeps,
  links: MediaLinks,
  userId: string,
  { q = '', created, cursor, ...query }: MicrositeListQuery,
): Promise<{ microsites: MicrositeCard[]; next_cursor: string | null }> {
  const { limit } = query
  const rows = await deps.listCards(userId, {
    ...query,
    // One extra row shows whether there is a next page.
    limit: limit + 1,
    after: cursor === undefined ? null : readCursor(cursor),
    search: await readSearch(deps, userId, q),
    created: created === undefined ? null : createdRange(created, await deps.timeZone(userId)),
  })
  const shown = rows.slice(0, limit)
  const last = shown.at(-1)
  const work = await deps.readWorkFacts(shown)
  return {
    microsites: await Promise.all(shown.map((row) => toCard(links, row, work.get(row.id)))),
    next_cursor: last && rows.length > limit ? `${last.viewCount}.${last.createdAt.getTime()}.${last.id}` : null,
  }
}

/** Transcripts are searched on paid plans only ("full search"). */
async function readSearch({ microsites, plan }: ListDeps, userId: string, q: string): Promise<CardSearch | null> {
  const words = searchable(q)
  if (words === '') return null
  const tags = await microsites.knownTags(userId)
  return {
    terms: getTerms(q),
    inTranscripts: (await plan(userId)).id !== 'free',
    tagIds: tags.filter(({ name }) => searchable(name).includes(words)).map(({ id }) => id),
  }
}

const CURSOR = /^(?<views>\d{1,9})\.(?<time>\d{1,15})\.(?<id>[\w-]{1,100})$/

function readCursor(cursor: string): ListCursor {
  const { views, time, id } = CURSOR.exec(cursor)?.groups ?? {}
  if (id === undefined) throw new AppError('invalid_request', 'Invalid cursor.')
  return { viewCount: Number(views), createdAt: new Date(Number(time)), id }
}
