import { writeFile } from 'node:fs/promises'
import Sqlite from 'better-sqlite3'
import { openDatabase, type Database } from '../db/database.ts'
import { migrateSqlite } from '../db/migrations.ts'
import { mayLackPostgres, postgresPrograms } from '../../scripts/programs.ts'
import { createPostgres, openPostgres } from './postgres.ts'

interface TestDatabase {
  open: () => Promise<Database>
  /** The product's settings for a new database, for `startApp`. */
  settings: () => Promise<Record<string, string>>
}

const KNOWN: Record<string, TestDatabase> = {
  sqlite: { open: openMemory, settings: async () => ({}) },
  postgres: {
    open: openPostgres,
    settings: async () => ({ DATABASE_URL: await createPostgres({ migrated: true }) }),
  },
}

/** True when PostgreSQL is installed: for rules that only concurrent connections can break. */
export const HAS_POSTGRES = hasPostgres()

/**
 * For suites about SQL, such as repositories and the queue, and for slow suites: both databases, or SQLite alone if
 * PostgreSQL is not installed. `describe.each(BOTH_DATABASES)('… on %s', (_, open) => …)`, and with the whole product
 * `(_, _open, settings) => …`.
 */
export const BOTH_DATABASES = Object.entries(KNOWN)
  .filter(([name]) => HAS_POSTGRES || name !== 'postgres')
  .map(([name, { open, settings }]) => [name, open, settings] as const)

/**
 * For all other suites: the database named in TEST_DATABASES, or both if unset. `npm test` sets `sqlite` and `npm run
 * test:full` sets `postgres`.
 */
export const DATABASES = chooseDatabases(process.env['TEST_DATABASES'])

function chooseDatabases(names: string | undefined): typeof BOTH_DATABASES {
  if (names === undefined || !HAS_POSTGRES) return BOTH_DATABASES
  const chosen = names.split(',')
  const unknown = chosen.find((name) => !(name in KNOWN))
  if (unknown !== undefined)
    throw new Error(`TEST_DATABASES accepts ${Object.keys(KNOWN).join(' and ')}, not ${unknown}.`)
  return BOTH_DATABASES.filter(([name]) => chosen.includes(name))
}

function hasPostgres(): boolean {
  if (postgresPrograms() !== null) return true
  if (!mayLackPostgres(process.env)) throw new Error('CI needs PostgreSQL, which is not installed.')
  console.warn('WARNING: PostgreSQL is not installed. All suites run on SQLite.')
  return false
}

let template: Buffer | null = null

/** Opens a new SQLite database in memory with all tables. */
export function openMemory(): Promise<Database> {
  return openDatabase(migrated())
}

/** Creates a SQLite database with all tables at the product's path. */
export async function writeMigrated(file: string): Promise<void> {
  await writeFile(file, migrated())
}

/** Migrated once per process: a full migration costs as much as ten repository tests. */
function migrated(): Buffer {
  if (template !== null) return template
  const client = new Sqlite(':memory:')
  // The product sets this before any table exists.
  client.pragma('auto_vacuum = INCREMENTAL')
  migrateSqlite(client)
  template = client.serialize()
  client.close()
  return template
}
