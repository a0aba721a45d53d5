import { globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import Sqlite from 'better-sqlite3'
import { getTableName } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { migrateSqlite } from './migrations.ts'
import { schema } from './schema.sqlite.ts'

const SOURCES = fileURLToPath(new URL('..', import.meta.url))
/** Places that use a table from the schema: `db.schema.users`, `const { users } = db.schema`, `({ users }: Schema)`. */
const TAKEN = /schema\.(\w+)|\{([^{}]*)\}(?: = \w+\.schema\b|: Schema\b)/g

test('a migrated database has exactly the schema’s tables and the search index', () => {
  const client = new Sqlite(':memory:')
  migrateSqlite(client)
  const tables = client
    .prepare(
      `select name from sqlite_master where type = 'table' and name not like '\\_\\_%' escape '\\' and name not like 'sqlite%' and name not like 'search_index%'`,
    )
    .pluck()
    .all() as string[]
  expect(tables.toSorted()).toEqual(
    Object.values(schema)
      .map((table) => getTableName(table))
      .toSorted(),
  )
  client.close()
})

test('uses every table of the schema', () => {
  const files = globSync('**/*.ts', {
    cwd: SOURCES,
    exclude: (name) => /test(ing)?(\.ts)?$|schema\.\w+\.ts$|schema\.ts$/.test(name),
  })
  const taken = files
    .flatMap((file) => [...readFileSync(`${SOURCES}/${file}`, 'utf8').matchAll(TAKEN)])
    .flatMap(([, one, several]) => one ?? several?.split(/[\s,:]+/) ?? [])
  expect(Object.keys(schema).filter((name) => !taken.includes(name))).toEqual([])
})
