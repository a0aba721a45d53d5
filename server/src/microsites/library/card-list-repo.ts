import { and, asc, desc, eq, getTableColumns, gt, gte, isNotNull, lt, or, sql, type SQL } from 'drizzle-orm'
import type { MicrositeListQuery } from '@callfolio/shared/contract/microsite.ts'
import type { Database } from '../../db/database.ts'
import type { MicrositeRow, Schema } from '../../db/schema.ts'
import type { SearchLine } from '../../db/tables/search.table.ts'
import type { SearchTerm } from '../../db/text-search.ts'
import type { TimeRange } from './created-range.ts'
import { createMicrositeTags } from '../records/microsite-tags-repo.ts'
import { createSearchRepo, type SearchRepo } from '../search/search-repo.ts'
import { tagKey } from '../records/tag-key.ts'

/** The data of a list card: the microsite without its document, with the names of its tags. */
export type MicrositeCardRow = Omit<MicrositeRow, keyof Schema['micrositeDocuments']['$inferSelect']> & {
  tagNames: string[]
  /** The transcript line that matched the search, if any. */
  match: SearchLine | null
}

/** Position of a page: the sort values of the last card before it. */
export type ListCursor = Pick<MicrositeRow, 'viewCount' | 'createdAt' | 'id'>

/** Search terms for titles, descriptions and optionally transcripts, and the tags that match as well. */
export interface CardSearch {
  terms: readonly SearchTerm[]
  inTranscripts: boolean
  tagIds: readonly string[]
}

/** The filter of a user's microsites: the query, with its words and date parsed. */
export interface CardQuery extends Omit<MicrositeListQuery, 'q' | 'created' | 'cursor'> {
  after?: ListCursor | null
  search?: CardSearch | null
  created?: TimeRange | null
}

export type CardList = ReturnType<typeof createCardList>

/** A user's list of microsites. Equal view counts are sorted newest first. */
export function createCardList(db: Database) {
  const { microsites, micrositeCounters, searchEntries } = db.schema
  const { id } = microsites
  const { micrositeId: _, ...counters } = getTableColumns(micrositeCounters)
  const { viewCount } = counters
  const tagged = createMicrositeTags(db)
  const searching = createSearchRepo(db)
  const card = { ...counters, ...getTableColumns(microsites), tagNames: tagged.names }

  /** The index columns that a list is sorted by. */
  const getKeys = (sort: CardQuery['sort']) =>
    sort === undefined
      ? microsites
      : { id: micrositeCounters.micrositeId, userId: counters.userId, createdAt: counters.createdAt }

  function behind(sort: CardQuery['sort'], last: ListCursor) {
    const { id, createdAt } = getKeys(sort)
    const older = or(lt(createdAt, last.createdAt), and(eq(createdAt, last.createdAt), lt(id, last.id)))
    if (sort === undefined) return older
    const next = sort === 'views_asc' ? gt(viewCount, last.viewCount) : lt(viewCount, last.viewCount)
    return or(next, and(eq(viewCount, last.viewCount), older))
  }

  function select(userId: string, query: CardQuery, found?: FoundBy) {
    const { limit, sort, after, created } = query
    const tag = tagKey(query.tag ?? '')
    const by = getKeys(sort)
    const conditions: Record<Exclude<keyof CardQuery, 'limit' | 'sort'>, SQL | undefined> = {
      after: after ? behind(sort, after) : undefined,
      search: found?.condition,
      tag: tag === '' ? undefined : tagged.carriesName(tag),
      created: created ? and(gte(by.createdAt, created.from), lt(by.createdAt, created.until)) : undefined,
    }
    return (found ? db.reader : db)
      .select({ ...card, chunk: found ? found.chunk : sql<number | null>`null` })
      .from(microsites)
      .innerJoin(micrositeCounters, eq(micrositeCounters.micrositeId, id))
      .where(and(eq(by.userId, userId), ...Object.values(conditions)))
      .orderBy(
        ...(sort === undefined ? [] : [sort === 'views_asc' ? asc(viewCount) : desc(viewCount)]),
        desc(by.createdAt),
        desc(by.id),
      )
      .limit(limit)
      .$dynamic()
  }

  async function find(userId: string, query: CardQuery, { terms, inTranscripts, tagIds }: CardSearch) {
    const hits = searching.hits(userId, terms, { inTranscripts })
    const inText = isNotNull(hits.number)
    const condition = tagIds.length === 0 ? inText : or(inText, tagged.hasOneOfTags(tagIds))
    const rows = await select(userId, query, { chunk: hits.chunk, condition })
      .leftJoin(searchEntries, eq(searchEntries.micrositeId, id))
      .leftJoin(hits, eq(hits.number, searchEntries.number))
    const lines = await searching.lines(
      rows.flatMap(({ chunk }) => chunk ?? []),
      terms,
    )
    return rows.map(({ chunk, ...row }) => ({ ...row, match: (chunk !== null && lines.get(chunk)) || null }))
  }

  return async (userId: string, query: CardQuery): Promise<MicrositeCardRow[]> => {
    if (query.search) return find(userId, query, query.search)
    return (await select(userId, query)).map(({ chunk: _, ...row }) => ({ ...row, match: null }))
  }
}

/** The parts that a search adds to the list's statement. */
interface FoundBy {
  chunk: ReturnType<SearchRepo['hits']>['chunk']
  condition: SQL | undefined
}
