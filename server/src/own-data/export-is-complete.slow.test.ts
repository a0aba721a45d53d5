import { getTableConfig, type PgColumn, type PgTable } from 'drizzle-orm/pg-core'
import { eq, getTableColumns } from 'drizzle-orm'
import { strFromU8, unzipSync } from 'fflate'
import { expect, test } from 'vitest'
import type { Database } from '../db/database.ts'
import { schema as reference } from '../db/schema.postgres.ts'
import { startApp, type RunningApp } from '../testing/app.ts'
import { BOTH_DATABASES } from '../testing/databases.ts'
import { LEFT_OUT } from './left-out.testing.ts'

type TableName = keyof typeof reference
const TABLES = Object.keys(reference) as TableName[]
const getName = new Map<unknown, TableName>(TABLES.map((name) => [reference[name], name]))

/** Tables referenced by a table's foreign keys. */
function getParents(name: TableName): { column: string; parent: TableName }[] {
  return getTableConfig(reference[name] as PgTable).foreignKeys.flatMap((key) => {
    const { columns, foreignTable } = key.reference()
    const parent = getName.get(foreignTable)
    return parent === undefined ? [] : columns.map((column) => ({ column: getProperty(name, column), parent }))
  })
}

function getProperty(table: TableName, { name }: { name: string }): string {
  const found = Object.entries(getTableColumns(reference[table] as PgTable)).find(([, column]) => column.name === name)
  return found?.[0] ?? name
}

/** Whether a table's rows belong to an account: they reference its user, or rows that do. */
function isOfUser(name: TableName): boolean {
  const columns = Object.keys(getTableColumns(reference[name] as PgTable))
  return (
    name === 'users' ||
    columns.includes('userId') ||
    columns.includes('owner') ||
    getParents(name).some(({ parent }) => parent !== name && isOfUser(parent))
  )
}

let number = 0
/** A unique value for a column. */
function valueFor(name: string, { dataType }: PgColumn): unknown {
  number += 1
  const mark = `planted-${name}-${number}`
  if (name === 'microsites.damage') return { heldMs: MANY + number, statedMs: 9 }
  if (name === 'micrositeDocuments.segments' || name === 'linkViews.sections') return [mark]
  if (dataType === 'boolean') return false
  if (dataType === 'date') return new Date(Date.UTC(2031, 0, 1, 0, 0, number, number))
  if (dataType === 'number') return MANY + number
  return dataType === 'json' ? { transcriber: mark } : mark
}
const MANY = 7_000_000

/** The part of a value that the archive must contain; null: no unique value, so the column's name must be there. */
function getText(value: unknown): string | null {
  if (typeof value === 'boolean') return null
  const json = JSON.stringify(value)
  return /planted-[\w.]+-\d+|7\d{6}/.exec(json)?.[0] ?? json
}

/** Adds this account's rows to every table, each column with a unique value. @returns the values' texts by column. */
async function plant(db: Database, userId: string): Promise<Map<string, string | null>> {
  const texts = new Map<string, string | null>()
  const rows = new Map<TableName, Record<string, unknown>>()
  const plantRow = async (name: TableName): Promise<Record<string, unknown>> => {
    const known = rows.get(name)
    if (known !== undefined) return known
    const parents = getParents(name)
    const row: Record<string, unknown> = {}
    for (const [property, column] of Object.entries(getTableColumns(reference[name] as PgTable))) {
      const parent = parents.find((each) => each.column === property)?.parent
      const isUser =
        property === 'userId' || property === 'owner' || parent === 'users' || `${name}.${property}` === 'users.id'
      const value = isUser
        ? userId
        : parent === undefined
          ? valueFor(`${name}.${property}`, column)
          : Object.values(await plantRow(parent))[0]
      row[property] = value
      texts.set(`${name}.${property}`, getText(value))
    }
    rows.set(name, row)
    const table = db.schema[name] as typeof db.schema.users
    if (name === 'users') await db.update(table).set(row).where(eq(table.id, userId))
    else await db.insert(table).values(row as never)
    return row
  }
  for (const name of TABLES.filter((each) => isOfUser(each))) await plantRow(name)
  return texts
}

/** All JSON of the archive for an account with rows in every table. */
async function exportPlanted(app: RunningApp, db: Database) {
  const person = await app.signUp()
  const { body } = await person.send('POST', '/api/account/export')
  const texts = await plant(db, person.userId)
  const response = await fetch(app.url + (body as { path: string }).path)
  expect(response.status).toBe(200)
  const files = Object.entries(unzipSync(new Uint8Array(await response.arrayBuffer())))
  const json = files.flatMap(([name, bytes]) => (name.endsWith('.json') ? [strFromU8(bytes)] : []))
  return { texts, json: json.join('\n') }
}

test.each(BOTH_DATABASES)(
  'exports every column of every account table, or lists why not (%s)',
  async (_name, _open, settings) => {
    const app = await startApp(await settings())
    try {
      const { texts, json } = await exportPlanted(app, app.database)
      const has = (column: string, text: string | null) =>
        text === null ? json.includes(`"${column.split('.')[1]}":`) : json.includes(text)
      const isLeftOut = (column: string) => column in LEFT_OUT || (column.split('.')[0] ?? '') in LEFT_OUT
      const columns = [...texts]
      expect(
        columns.flatMap(([column, text]) => (has(column, text) || isLeftOut(column) ? [] : [column])),
        'exported nowhere, and not left out by a decision',
      ).toEqual([])
      // Ids of other rows and of the account may appear for another column.
      const own = columns.filter(([, text]) => columns.filter(([, other]) => other === text).length === 1)
      expect(own.flatMap(([column, text]) => (isLeftOut(column) && has(column, text) ? [column] : []))).toEqual([])
      const known = new Set(columns.flatMap(([column]) => [column, column.split('.')[0] ?? '']))
      expect(
        Object.keys(LEFT_OUT).filter((name) => !known.has(name)),
        'left out, and not there',
      ).toEqual([])
    } finally {
      await app.close()
    }
  },
)
