import type { Columns } from '../columns.ts'
import type { micrositeTables } from './microsites.table.ts'

/** A transcript line as search results show it; long lines are split. */
export interface SearchLine {
  text: string
  startMs: number
  speaker: string | null
}

/** The search index. */
export function searchTables(columns: Columns, { microsites }: ReturnType<typeof micrositeTables>) {
  const { text, table, bigint, rowNumber, json, index } = columns
  const ofMicrosite = () => text('microsite_id').references(() => microsites.id, { onDelete: 'cascade' })

  /** A microsite in the search index; a restored one has no row until it is indexed (index-search.ts). */
  const searchEntries = table('search_entries', {
    /** Prefix of its chunks' IDs (search-repo.ts). */
    number: rowNumber('number'),
    micrositeId: ofMicrosite().notNull().unique(),
  })

  /** The words of a chunk are in `search_index`, which differs between the databases (text-search.ts). */
  const searchChunks = table(
    'search_chunks',
    {
      id: bigint('id').primaryKey(),
      entry: bigint('entry')
        .notNull()
        .references(() => searchEntries.number, { onDelete: 'cascade' }),
      /** The chunk's transcript lines; empty for the title and the description. */
      lines: json<SearchLine[]>('lines').notNull(),
    },
    (t) => [index('search_chunks_entry').on(t.entry)],
  )

  return { searchEntries, searchChunks }
}
