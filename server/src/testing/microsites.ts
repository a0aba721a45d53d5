import { randomUUID } from 'node:crypto'
import { getTableColumns } from 'drizzle-orm'
import type { Database } from '../db/database.ts'
import type { MicrositeRow } from '../db/schema.ts'
import { createSearchRepo } from '../microsites/search-repo.ts'

/** Puts a microsite straight into the database, as it would stand there, and into the search. @returns its id. */
export async function insertMicrosite(
  db: Database,
  { id = randomUUID(), ...site }: Partial<MicrositeRow> & Pick<MicrositeRow, 'userId'>,
): Promise<string> {
  const { microsites, micrositeDocuments, micrositeCounters } = db.schema
  const partOf = (table: Parameters<typeof getTableColumns>[0]) =>
    Object.fromEntries(Object.entries(site).filter(([name]) => name in getTableColumns(table)))
  await db
    .insert(microsites)
    .values({ title: 'Call', status: 'active', ...partOf(microsites), id, userId: site.userId })
  await db.insert(micrositeDocuments).values({ ...partOf(micrositeDocuments), micrositeId: id })
  await db.insert(micrositeCounters).values({ ...partOf(micrositeCounters), micrositeId: id })
  const search = createSearchRepo(db)
  const read = await search.read(id)
  if (read) await search.addMissing(read, search.prepare(site.userId, read))
  return id
}
