import { writeFile } from 'node:fs/promises'
import Sqlite from 'better-sqlite3'
import { openDatabase, type Database } from '../db/database.ts'
import { migrateSqlite } from '../db/migrations.ts'
import { mayLackPostgres, postgresPrograms } from '../../scripts/programs.ts'
import { createPostgres, openPostgres } from './postgres.ts'

interface TestDatabase {
  open: () => Promise<Database>
  /** What the product is set to for a new database, for `startApp`. */
  settings: () => Promise<Record<string, string>>
}

const KNOWN: Record<string, TestDatabase> = {
  sqlite: { open: openMemory, settings: async () => ({}) },
  postgres: {
    open: openPostgres,
    settings: async () => ({ DATABASE_URL: await createPostgres({ migrated: true }) }),
  },
}

const NAMES = namesOfDatabases()

/** True when PostgreSQL is one of them: for rules that only several connections can break. */
export const HAS_POSTGRES = NAMES.includes('postgres')

/**
 * Every database the repository suites run on: `describe.each(DATABASES)('… on %s', (_, open) => …)`, and with the whole
 * product `(_, _open, settings) => …`.
 * `npm run check` names only SQLite in TEST_DATABASES; without it PostgreSQL is there too where it is installed.
 */
export const DATABASES = NAMES.map((name) => {
  const known = KNOWN[name]
  if (known === undefined) throw new Error(`TEST_DATABASES knows ${Object.keys(KNOWN).join(' and ')}, not ${name}.`)
  return [name, known.open, known.settings] as const
})

function namesOfDatabases(): string[] {
  const named = process.env['TEST_DATABASES']?.split(',')
  if (named !== undefined) return named
  if (postgresPrograms() !== null) return Object.keys(KNOWN)
  if (!mayLackPostgres(process.env))
    throw new Error('PostgreSQL is not installed. TEST_DATABASES=sqlite leaves its tests out.')
  console.warn('WARNING: PostgreSQL is not installed. The tests of both databases run on SQLite alone.')
  return ['sqlite']
}

let template: Buffer | null = null

/** Opens a new SQLite database in memory with all tables. */
export function openMemory(): Promise<Database> {
  return openDatabase(migrated())
}

/** Puts a new SQLite database with all tables where the product will expect its own. */
export async function writeMigrated(file: string): Promise<void> {
  await writeFile(file, migrated())
}

/** Migrated once in each process: all migrations cost as much as ten tests of a repository. */
function migrated(): Buffer {
  if (template !== null) return template
  const client = new Sqlite(':memory:')
  // As the product sets it before there is a table.
  client.pragma('auto_vacuum = INCREMENTAL')
  migrateSqlite(client)
  template = client.serialize()
  client.close()
  return template
}
