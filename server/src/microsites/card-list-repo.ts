import { and, asc, desc, eq, gt, gte, lt, or, sql } from 'drizzle-orm'
import type { Database } from '../db/database.ts'
import type { MicrositeRow } from '../db/schema.ts'
import type { TimeRange } from './created-range.ts'
import { createMicrositeTags } from './microsite-tags-repo.ts'

/** What a card of a list needs: the row without its long texts, with the names of its tags. */
export type MicrositeCardRow = Pick<
  MicrositeRow,
  | 'id'
  | 'title'
  | 'description'
  | 'createdAt'
  | 'updatedAt'
  | 'status'
  | 'errorMessage'
  | 'failureCode'
  | 'viewCount'
  | 'step'
  | 'progress'
  | 'stepDetail'
  | 'durationMs'
  | 'posterKey'
  | 'reviewedAt'
> & { tagNames: string[] }

export type CardOrder = 'newest' | 'views_asc' | 'views_desc'

/** Where a list goes on: what its last card is sorted by. */
export type ListCursor = Pick<MicrositeRow, 'viewCount' | 'createdAt' | 'id'>

/** Which of a user's microsites are wanted; what is absent or null filters nothing. */
export interface CardQuery {
  limit: number
  order?: CardOrder
  after?: ListCursor | null
  /** A LIKE pattern for the search text, and the tags that are a match as well. */
  search?: { pattern: string; tagIds: readonly string[] } | null
  tagKey?: string | null
  created?: TimeRange | null
}

/** The list of a user's microsites in one statement. Equal views are sorted newest first. */
export function createCardList(db: Database) {
  const { microsites } = db.schema
  const {
    id,
    title,
    description,
    createdAt,
    updatedAt,
    status,
    errorMessage,
    failureCode,
    viewCount,
    step,
    progress,
    stepDetail,
    durationMs,
    posterKey,
    reviewedAt,
  } = microsites
  const tagged = createMicrositeTags(db)
  const card = {
    id,
    title,
    description,
    createdAt,
    updatedAt,
    status,
    errorMessage,
    failureCode,
    viewCount,
    step,
    progress,
    stepDetail,
    durationMs,
    posterKey,
    reviewedAt,
    tagNames: tagged.names,
  }

  function behind(order: CardOrder, last: ListCursor) {
    const older = or(lt(createdAt, last.createdAt), and(eq(createdAt, last.createdAt), lt(id, last.id)))
    if (order === 'newest') return older
    const next = order === 'views_asc' ? gt(viewCount, last.viewCount) : lt(viewCount, last.viewCount)
    return or(next, and(eq(viewCount, last.viewCount), older))
  }

  function matches({ pattern, tagIds }: NonNullable<CardQuery['search']>) {
    const inText = sql`${microsites.searchText} like ${pattern} escape '\\'`
    return tagIds.length === 0 ? inText : or(inText, tagged.carriesOneOf(tagIds))
  }

  return (
    userId: string,
    { limit, order = 'newest', after, search, tagKey, created }: CardQuery,
  ): Promise<MicrositeCardRow[]> =>
    db
      .select(card)
      .from(microsites)
      .where(
        and(
          eq(microsites.userId, userId),
          after ? behind(order, after) : undefined,
          search ? matches(search) : undefined,
          tagKey ? tagged.carriesName(tagKey) : undefined,
          created ? and(gte(createdAt, created.from), lt(createdAt, created.until)) : undefined,
        ),
      )
      .orderBy(
        ...(order === 'newest' ? [] : [order === 'views_asc' ? asc(viewCount) : desc(viewCount)]),
        desc(createdAt),
        desc(id),
      )
      .limit(limit)
}
