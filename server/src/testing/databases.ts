import { openDatabase, type Database } from '../db/database.ts'
import { postgresPrograms } from '../../scripts/programs.ts'
import { openPostgres } from './postgres.ts'

const OPEN: Record<string, () => Promise<Database>> = {
  sqlite: () => openDatabase(':memory:'),
  postgres: openPostgres,
}

const NAMES = namesOfDatabases()

/** True when PostgreSQL is one of them: for rules that only several connections can break. */
export const HAS_POSTGRES = NAMES.includes('postgres')

/**
 * Every database the repository suite runs on: `describe.each(DATABASES)('… on %s', (_, open) => …)`.
 * `npm run check` names SQLite alone in TEST_DATABASES; without it PostgreSQL is there too where it is installed.
 */
export const DATABASES = NAMES.map((name) => {
  const open = OPEN[name]
  if (open === undefined) throw new Error(`TEST_DATABASES knows ${Object.keys(OPEN).join(' and ')}, not ${name}.`)
  return [name, open] as const
})

function namesOfDatabases(): string[] {
  const named = process.env['TEST_DATABASES']?.split(',')
  if (named !== undefined) return named
  if (postgresPrograms() !== null) return Object.keys(OPEN)
  console.warn('WARNING: PostgreSQL is not installed. The tests of both databases run on SQLite alone.')
  return ['sqlite']
}
