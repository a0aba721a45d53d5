import { sql, type SQL } from 'drizzle-orm'
import { columns, type Columns } from './columns.ts'

/** A search term of letters, digits and their marks only; `prefix`: also matches words that start with it. */
export interface SearchTerm {
  word: string
  prefix: boolean
}

/**
 * Finds rows by their words: SQLite in an FTS5 table, PostgreSQL in a GIN index of text search vectors. Both get
 * normalized words and compare them unchanged, so that both find the same rows. Hand-written migrations create the
 * table, because it differs between the databases, so it is not in the schema.
 */
export interface TextSearch {
  index: ReturnType<typeof indexTable>
  /** The index entry for these words. */
  indexed: (words: readonly string[]) => SQL<string>
  /** Condition: the row has all of the words; without words, no row matches. */
  matches: (terms: readonly SearchTerm[]) => SQL
}

function indexTable({ table, bigint, text }: Columns) {
  return table('search_index', { rowid: bigint('rowid').notNull(), words: text('words').notNull() })
}

export const sqliteSearch: TextSearch = {
  index: indexTable(columns.sqlite),
  indexed: (words) => sql<string>`${words.join(' ')}`,
  matches: (terms) =>
    terms.length === 0
      ? sql`false`
      : sql`search_index match ${terms.map(({ word, prefix }) => `"${word}"${prefix ? ' *' : ''}`).join(' AND ')}`,
}

export const postgresSearch: TextSearch = {
  index: indexTable(columns.postgres),
  indexed: (words) => sql<string>`array_to_tsvector(string_to_array(${words.join(' ')}, ' '))`,
  matches: (terms) =>
    terms.length === 0
      ? sql`false`
      : sql`words @@ ${terms.map(({ word, prefix }) => `'${word}'${prefix ? ':*' : ''}`).join(' & ')}::tsquery`,
}
