import { createHash } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import { and, eq, inArray, isNull, or, sql } from 'drizzle-orm'
import type { Database, Queries } from '../../db/database.ts'
import { isDuplicate } from '../../db/refusals.ts'
import type { MicrositeRow } from '../../db/schema.ts'
import type { SearchLine } from '../../db/tables/search.table.ts'
import type { SearchTerm } from '../../db/text-search.ts'
import { bestLine, getChunks, chunkWords, getWords } from './search-text.ts'

/** The texts that a search covers, besides tags. */
export type SearchedTexts = Pick<MicrositeRow, 'title' | 'description' | 'segments'>

/** A row of the index: the title, the description, or a chunk of the transcript. */
interface IndexRow {
  position: number
  words: string[]
  lines: SearchLine[]
}

/** Rows that replace those at their positions; rows from `end` on are deleted (null: none). */
interface IndexChange {
  rows: IndexRow[]
  end: number | null
}

/** The id of a chunk consists of its entry's number and a 16-bit position, so that a search reads nothing but ids. */
const POSITION_BITS = 16
const POSITION_MASK = 2 ** POSITION_BITS - 1
const TITLE = 0
const DESCRIPTION = 1
/** Positions from here on belong to the transcript. */
const TRANSCRIPT = 2

/**
 * The search index: rows of words, written in the same transaction as their source. Each word is prefixed with its
 * owner, so that a search never reads other users' rows.
 */
export function createSearchRepo(db: Database) {
  const { microsites, micrositeDocuments, searchEntries, searchChunks } = db.schema
  const { index, matches } = db.textSearch
  const { addEntry, insertRow } = createIndexWrites(db)
  const position = sql`(${index.rowid} & ${sql.raw(String(POSITION_MASK))})`

  return {
    prepare: prepareChange,

    /** The writes that put a new microsite into the index. */
    add: addEntry,

    /**
     * The writes that update the index after a change. They do nothing for a microsite that is not indexed yet: it is
     * indexed later in its state at that time.
     */
    replace(tx: Queries, micrositeId: string, { rows, end }: IndexChange): PromiseLike<unknown>[] {
      if (rows.length === 0 && end === null) return []
      const at = sql`(${searchChunks.id} & ${sql.raw(String(POSITION_MASK))})`
      const entry = tx
        .select({ number: searchEntries.number })
        .from(searchEntries)
        .where(eq(searchEntries.micrositeId, micrositeId))
      const positions = rows.map((row) => row.position)
      const stale = or(
        rows.length === 0 ? undefined : inArray(at, positions),
        end === null ? undefined : sql`${at} >= ${end}`,
      )
      return [
        // Index rows are deleted with their chunks: by a trigger on SQLite, by their foreign key on PostgreSQL.
        tx.delete(searchChunks).where(and(inArray(searchChunks.entry, entry), stale)),
        ...rows.flatMap((row) => insertRow(tx, micrositeId, row)),
      ]
    },

    /**
     * A subquery: the entries of a user that have all the words, each with the first chunk of its transcript that has
     * them.
     */
    hits(userId: string, terms: readonly SearchTerm[], { inTranscripts }: { inTranscripts: boolean }) {
      const tag = ownerTag(userId)
      const owned = terms.map(({ word, prefix }) => ({ word: tag + word, prefix }))
      return db
        .select({
          number: sql<number>`${index.rowid} >> ${sql.raw(String(POSITION_BITS))}`.mapWith(Number).as('found_entry'),
          chunk: sql<
            number | null
          >`min(case when ${position} >= ${sql.raw(String(TRANSCRIPT))} then ${index.rowid} end)`
            .mapWith(Number)
            .as('found_chunk'),
        })
        .from(index)
        .where(and(matches(owned), inTranscripts ? undefined : sql`${position} < ${sql.raw(String(TRANSCRIPT))}`))
        .groupBy(sql`1`)
        .as('hits')
    },

    /** The line of each chunk that shows the match best. */
    async lines(chunks: readonly number[], terms: readonly SearchTerm[]): Promise<Map<number, SearchLine>> {
      if (chunks.length === 0) return new Map()
      const rows = await db
        .select({ id: searchChunks.id, lines: searchChunks.lines })
        .from(searchChunks)
        .where(inArray(searchChunks.id, [...chunks]))
      return new Map(
        rows.flatMap(({ id, lines }) => {
          const line = bestLine(lines, terms)
          return line ? [[id, line] as const] : []
        }),
      )
    },

    /** Ids of microsites without an index, newest first. */
    async listMissing(): Promise<string[]> {
      const rows = await db
        .select({ id: microsites.id })
        .from(microsites)
        .leftJoin(searchEntries, eq(searchEntries.micrositeId, microsites.id))
        .where(isNull(searchEntries.number))
        .orderBy(sql`${microsites.createdAt} desc`)
      return rows.map(({ id }) => id)
    },

    /** The searchable texts of a microsite, and when it was last changed; null: it was deleted. */
    async read(id: string): Promise<(SearchedTexts & Pick<MicrositeRow, 'id' | 'userId' | 'updatedAt'>) | null> {
      const { userId, title, description, updatedAt } = microsites
      const [row] = await db
        .select({ id: microsites.id, userId, title, description, updatedAt, segments: micrositeDocuments.segments })
        .from(microsites)
        .innerJoin(micrositeDocuments, eq(micrositeDocuments.micrositeId, microsites.id))
        .where(eq(microsites.id, id))
      return row ?? null
    },

    /**
     * Indexes a microsite that is missing from the index. @returns false, and does nothing, when it changed since it
     * was read or is indexed already.
     */
    async addMissing({ id, updatedAt }: Pick<MicrositeRow, 'id' | 'updatedAt'>, change: IndexChange): Promise<boolean> {
      try {
        const written = await db.writeThen(
          // The first write locks the row, so that a concurrent change waits and then finds the entry.
          (tx) =>
            tx
              .update(microsites)
              .set({ updatedAt: sql`${microsites.updatedAt}` })
              .where(and(eq(microsites.id, id), eq(microsites.updatedAt, updatedAt)))
              .returning({ id: microsites.id }),
          (tx) => addEntry(tx, id, change),
        )
        return written.length > 0
      } catch (error) {
        if (isDuplicate(error)) return false
        throw error
      }
    },
  }
}
export type SearchRepo = ReturnType<typeof createSearchRepo>

/**
 * An eight-character prefix for each word of a user. If two users share it, the list still shows each only their own.
 */
function ownerTag(userId: string): string {
  return createHash('sha256').update(userId).digest('hex').slice(0, 8)
}

/** The writes of rows into the index. */
function createIndexWrites(db: Database) {
  const { searchEntries, searchChunks } = db.schema
  const { index, indexed } = db.textSearch
  const getEntry = (micrositeId: string) => eq(searchEntries.micrositeId, micrositeId)
  const getId = (row: IndexRow) =>
    sql<number>`(${searchEntries.number} << ${sql.raw(String(POSITION_BITS))}) + ${sql.raw(String(row.position))}`

  function insertRow(tx: Queries, micrositeId: string, row: IndexRow) {
    const of = getEntry(micrositeId)
    const id = getId(row)
    return [
      tx.insert(searchChunks).select(
        tx
          .select({
            id: id.as('id'),
            entry: searchEntries.number,
            lines: sql<SearchLine[]>`${sql.param(row.lines, searchChunks.lines)}`.as('lines'),
          })
          .from(searchEntries)
          .where(of),
      ),
      tx.insert(index).select(
        tx
          .select({ rowid: id.as('rowid'), words: indexed(row.words).as('words') })
          .from(searchEntries)
          .where(of),
      ),
    ]
  }

  function addEntry(tx: Queries, micrositeId: string, { rows }: IndexChange): PromiseLike<unknown>[] {
    return [tx.insert(searchEntries).values({ micrositeId }), ...rows.flatMap((row) => insertRow(tx, micrositeId, row))]
  }

  return { insertRow, addEntry }
}

/**
 * The index changes for a change of a microsite's texts; computed before the transaction, because that takes time.
 * @param change what is written; an absent field is unchanged.
 * @param before the current state: only chunks that differ are written again.
 */
function prepareChange(userId: string, change: Partial<SearchedTexts>, before?: SearchedTexts): IndexChange {
  const tag = ownerTag(userId)
  const row = (at: number, words: readonly string[], lines: SearchLine[]) => ({
    position: at,
    words: words.map((word) => tag + word),
    lines,
  })
  const texts = [
    [TITLE, change.title, before?.title],
    [DESCRIPTION, change.description, before?.description],
  ] as const
  const chunks = change.segments ? getChunks(change.segments) : []
  const known = change.segments && before?.segments ? getChunks(before.segments) : []
  return {
    rows: [
      ...texts
        .filter(([, text, old]) => text !== undefined && text !== old)
        .map(([at, text]) => row(at, [...new Set(getWords(text ?? ''))], [])),
      ...chunks.flatMap((lines, i) =>
        isDeepStrictEqual(lines, known[i]) ? [] : [row(TRANSCRIPT + i, chunkWords(lines), lines)],
      ),
    ],
    end: change.segments === undefined ? null : TRANSCRIPT + chunks.length,
  }
}
