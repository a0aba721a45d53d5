/**
 * Keeps a database of each schema that there was, with a row in each table, in server/src/db/old-databases, those of
 * PostgreSQL as SQL in old-databases-postgres: tests open each and find the rows again. Run it after a new migration: `node server/scripts/old-databases.ts`. Kept ones stay as
 * they are, so that a migration that was changed afterwards is noticed.
 */
import { existsSync } from 'node:fs'
import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import Sqlite from 'better-sqlite3'
import { migrateSqlite, migrationsFolder } from '../src/db/migrations.ts'
import { NEVER_LAST } from '../src/db/never-last.testing.ts'
import { dumpPostgres } from './old-postgres.ts'
import { valueOf, type Column } from './old-rows.ts'
import { postgresPrograms } from './programs.ts'

const KEPT = fileURLToPath(new URL('../src/db/old-databases', import.meta.url))
const KEPT_POSTGRES = `${KEPT}-postgres`

interface Journal {
  entries: { idx: number; tag: string }[]
}

const folder = await mkdtemp(join(tmpdir(), 'old-databases-'))
try {
  await keep('sqlite', KEPT, 'db.gz', makeDatabase)
  if (postgresPrograms() === null) console.warn('WARNING: PostgreSQL is not installed: its databases are not kept.')
  else
    await keep('postgres', KEPT_POSTGRES, 'sql.gz', async (migrations) => Buffer.from(await dumpPostgres(migrations)))
} finally {
  await rm(folder, { recursive: true })
}

/** @param make the database that the migrations of a folder lead to. */
async function keep(
  dialect: 'sqlite' | 'postgres',
  place: string,
  ending: string,
  make: (migrations: string, name: string) => Promise<Uint8Array>,
): Promise<void> {
  const journal = JSON.parse(await readFile(join(migrationsFolder(dialect), 'meta/_journal.json'), 'utf8')) as Journal
  await mkdir(place, { recursive: true })
  for (const { idx, tag } of journal.entries) {
    const path = join(place, `${tag}.${ending}`)
    if (existsSync(path) || NEVER_LAST.test(tag)) continue
    const migrations = join(folder, `${dialect}-${idx}`)
    await cp(migrationsFolder(dialect), migrations, { recursive: true })
    const reached = { ...journal, entries: journal.entries.filter((entry) => entry.idx <= idx) }
    await writeFile(join(migrations, 'meta/_journal.json'), JSON.stringify(reached))
    await writeFile(path, gzipSync(await make(migrations, tag), { level: 9 }))
    console.log(`kept ${tag} of ${dialect}`)
  }
}

async function makeDatabase(migrations: string, name: string): Promise<Uint8Array> {
  const path = join(folder, `${name}.db`)
  const client = new Sqlite(path)
  client.pragma('page_size = 512')
  migrateSqlite(client, migrations)
  client.pragma('foreign_keys = OFF')
  fill(client)
  client.exec('vacuum')
  client.close()
  return readFile(path)
}

/** A row in each table; all that refers to something refers to the one row there is. */
function fill(client: Sqlite.Database): void {
  const tables = client
    .prepare(
      "select name from sqlite_schema where type = 'table' and name not like 'sqlite_%' and name not like '\\_\\_%' escape '\\' and sql not like 'create virtual%' and name not glob '*_fts*' and name not glob 'search_*_*'",
    )
    .pluck()
    .all() as string[]
  for (const table of tables) {
    const columns = client.pragma(`table_info("${table}")`) as Column[]
    const keys = new Map(
      (client.pragma(`foreign_key_list("${table}")`) as { from: string; table: string }[]).map((key) => [
        key.from,
        key.table,
      ]),
    )
    const values = columns.map((column) => valueOf(table, column, keys.get(column.name)))
    const places = columns.map(() => '?').join(', ')
    client
      .prepare(`insert into "${table}" (${columns.map(({ name }) => `"${name}"`).join(', ')}) values (${places})`)
      .run(...values)
  }
}
