import { createHash } from 'node:crypto'
import { getTableColumns, sql, type SQL } from 'drizzle-orm'
import { getTableConfig, type PgColumn, type PgTable } from 'drizzle-orm/pg-core'
import type { Database, Queries } from './database.ts'
import { schema as reference } from './schema.postgres.ts'

/**
 * Not copied: each database has its own kind of index, which the server rebuilds from the microsites; workers register
 * themselves.
 */
const MADE_ANEW = ['searchEntries', 'searchChunks', 'workers', 'unfinishedRestores'] as const
type CopiedTable = Exclude<keyof typeof reference, (typeof MADE_ANEW)[number]>

/** All copied tables, each after the tables it refers to. */
export const COPIED_TABLES = Object.keys(reference).filter(
  (name) => !MADE_ANEW.some((other) => other === name),
) as CopiedTable[]

/** The number of rows, and a sum of their contents that is independent of their order and the database. */
export interface TableSum {
  rows: number
  sum: string
}

type Row = Record<string, unknown>
type Source = Pick<Database, 'schema'> & { read: Pick<Queries, 'select'> }

/** Documents take megabytes. */
const ROWS_AT_ONCE = 50
const SUM_BITS = 256n

/** Copies the rows missing in the target. Existing rows are not compared: that is what the sums are for. */
export async function copyTable(name: CopiedTable, source: Source, target: Database): Promise<void> {
  for await (const batch of getBatches(name, source)) {
    await target.batch((tx) => [
      tx
        .insert(target.schema[name] as typeof reference.users)
        .values(batch as never)
        .onConflictDoNothing(),
    ])
  }
}

/** Computes a table's sum. */
export async function sumTable(name: CopiedTable, source: Source): Promise<TableSum> {
  let rows = 0
  let sum = 0n
  for await (const batch of getBatches(name, source))
    for (const row of batch) {
      rows += 1
      sum += BigInt(`0x${createHash('sha256').update(canonical(row)).digest('hex')}`)
    }
  return { rows, sum: BigInt.asUintN(Number(SUM_BITS), sum).toString(16) }
}

async function* getBatches(name: CopiedTable, { schema, read }: Source): AsyncGenerator<Row[]> {
  const table = schema[name] as unknown as PgTable
  const key = getKey(name).map((property) => getTableColumns(table)[property] as PgColumn)
  const columns = sql.join(key, sql`, `)
  for (let last: Row | null = null; ;) {
    const after: SQL | undefined =
      last === null
        ? undefined
        : sql`(${columns}) > (${sql.join(
            key.map((column) => valueOf(last as Row, table, column)),
            sql`, `,
          )})`
    const batch: Row[] = await read
      .select()
      .from(table)
      .where(after)
      .orderBy(...key)
      .limit(ROWS_AT_ONCE)
    if (batch.length > 0) yield batch
    if (batch.length < ROWS_AT_ONCE) return
    last = batch.at(-1) ?? null
  }
}

function valueOf(row: Row, table: PgTable, column: PgColumn): SQL {
  const [property = ''] = Object.entries(getTableColumns(table)).find(([, each]) => each === column) ?? []
  return sql`${sql.param(row[property], column)}`
}

/** The properties of the primary key's columns. */
function getKey(name: CopiedTable): string[] {
  const table = reference[name]
  const columns = Object.entries(getTableColumns(table))
  const single = columns.filter(([, column]) => column.primary).map(([property]) => property)
  if (single.length > 0) return single
  const [together] = getTableConfig(table).primaryKeys
  return together?.columns.map(({ name: column }) => columns.find(([, each]) => each.name === column)?.[0] ?? '') ?? []
}

/** The same text for the same content, because databases order object fields differently. */
function canonical(value: unknown): string {
  return JSON.stringify(value, (_, part: unknown) =>
    typeof part === 'object' && part !== null && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : part,
  )
}
