import { randomUUID } from 'node:crypto'
import { eq, getTableColumns, type Table } from 'drizzle-orm'
import type { Database } from '../db/database.ts'
import type { MicrositeRow } from '../db/schema.ts'
import { createSearchRepo } from '../microsites/search/search-repo.ts'

/** Inserts a microsite straight into the database and the search index. @returns its id. */
export async function insertMicrosite(
  db: Database,
  { id = randomUUID(), ...site }: Partial<MicrositeRow> & Pick<MicrositeRow, 'userId'>,
): Promise<string> {
  const { microsites, micrositeDocuments, micrositeCounters } = db.schema
  await db
    .insert(microsites)
    .values({ title: 'Call', status: 'active', ...getPart(microsites, site), id, userId: site.userId })
  await db.insert(micrositeDocuments).values({ ...getPart(micrositeDocuments, site), micrositeId: id })
  await db
    .insert(micrositeCounters)
    .values({ ...getPart(micrositeCounters, site), micrositeId: id, userId: site.userId })
  const search = createSearchRepo(db)
  const read = await search.read(id)
  if (read) await search.addMissing(read, search.prepare(site.userId, read))
  return id
}

/** Changes a microsite directly in the database. */
export async function updateMicrosite(db: Database, id: string, change: Partial<MicrositeRow>): Promise<void> {
  const { microsites, micrositeDocuments, micrositeCounters } = db.schema
  const [row, document, counters] = [microsites, micrositeDocuments, micrositeCounters].map((table) =>
    getPart(table, change),
  )
  if (hasFields(row)) await db.update(microsites).set(row).where(eq(microsites.id, id))
  if (hasFields(document))
    await db.update(micrositeDocuments).set(document).where(eq(micrositeDocuments.micrositeId, id))
  if (hasFields(counters)) await db.update(micrositeCounters).set(counters).where(eq(micrositeCounters.micrositeId, id))
}

function getPart(table: Table, fields: object): object {
  return Object.fromEntries(Object.entries(fields).filter(([name]) => name in getTableColumns(table)))
}

const hasFields = (part: object | undefined): part is object => part !== undefined && Object.keys(part).length > 0
