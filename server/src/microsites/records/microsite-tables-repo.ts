import { eq, getTableColumns, sql, type SQL } from 'drizzle-orm'
import type { PgUpdateSetSource } from 'drizzle-orm/pg-core'
import type { Database, Queries } from '../../db/database.ts'
import type { MicrositeRow, Schema } from '../../db/schema.ts'

/** A change, grouped by the tables it is written to. */
interface PartsOfChange {
  row: PgUpdateSetSource<Schema['microsites']>
  document: PgUpdateSetSource<Schema['micrositeDocuments']>
  counters: PgUpdateSetSource<Schema['micrositeCounters']>
}

/** The three tables of a microsite (its small row, its document and its counters) and the writes to each. */
export function createMicrositeTables(db: Database) {
  const { microsites, micrositeDocuments, micrositeCounters } = db.schema
  const { micrositeId: _, ...documentColumns } = getTableColumns(micrositeDocuments)
  const { micrositeId: __, ...counterColumns } = getTableColumns(micrositeCounters)
  /** All columns of the three. */
  const columns = { ...documentColumns, ...counterColumns, ...getTableColumns(microsites) }

  /** The write that changes the small row, or only locks it. @returns its ids where the condition holds. */
  function updateRow(tx: Queries, condition: SQL | undefined, change: PartsOfChange['row'] = {}) {
    return tx
      .update(microsites)
      .set({ updatedAt: sql`${microsites.updatedAt}`, ...change })
      .where(condition)
      .returning({ micrositeId: microsites.id, userId: microsites.userId })
  }

  /** The writes of a change beyond the small row. */
  function updateBeside(tx: Queries, id: string, { document, counters }: Omit<PartsOfChange, 'row'>) {
    return [
      ...(isEmpty(document)
        ? []
        : [tx.update(micrositeDocuments).set(document).where(eq(micrositeDocuments.micrositeId, id))]),
      ...(isEmpty(counters)
        ? []
        : [tx.update(micrositeCounters).set(counters).where(eq(micrositeCounters.micrositeId, id))]),
    ]
  }

  /** Groups a change by the tables it is written to. */
  function getParts(change: Partial<MicrositeRow>): PartsOfChange {
    const given = Object.entries(change).filter(([, value]) => value !== undefined)
    const getPart = (table: object) => Object.fromEntries(given.filter(([name]) => name in table))
    return {
      row: getPart(getTableColumns(microsites)),
      document: getPart(documentColumns),
      counters: getPart(counterColumns),
    }
  }

  /** Writes the row if its condition holds, and then the dependent writes: all or nothing. @returns whether it held. */
  async function changeIf(...writes: Parameters<typeof db.writeThen<ChangedRow>>): Promise<boolean> {
    return (await db.writeThen(...writes)).length > 0
  }

  /** Never backwards: `replace` uses it to detect concurrent writes. */
  function stamp(at: Date) {
    const time = sql.param(at, microsites.updatedAt)
    return sql`case when ${microsites.updatedAt} < ${time} then ${time} else ${microsites.updatedAt} end`
  }

  return { columns, updateRow, updateBeside, getParts, changeIf, stamp }
}

export function isEmpty(part: object): boolean {
  return Object.keys(part).length === 0
}

/** The columns that a write of the small row returns. */
interface ChangedRow {
  micrositeId: string
  userId: string
}

/** Work that starts from the beginning. */
export const FIRST_STEP = { step: 1, progress: 0, stepDetail: null }

export const NO_FAILURE = { errorMessage: null, failureCode: null }
