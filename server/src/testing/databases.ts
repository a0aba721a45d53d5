import { openDatabase, postgresDatabase, type Database } from '../db/database.ts'
import { migratePostgres } from '../db/migrations.ts'
import { schema } from '../db/schema.postgres.ts'

async function openPglite(): Promise<Database> {
  const { PGlite } = await import('@electric-sql/pglite')
  const { drizzle } = await import('drizzle-orm/pglite')
  const client = new PGlite()
  const db = drizzle(client, { schema })
  await migratePostgres(db)
  return postgresDatabase(db, () => client.close())
}

const ALL: readonly (readonly [name: string, open: () => Promise<Database>])[] = [
  ['sqlite', () => openDatabase(':memory:')],
  ['pglite', openPglite],
]

/**
 * Every database the repository suite runs on: `describe.each(DATABASES)('… on %s', (_, open) => …)`.
 * `npm run check` names SQLite alone in TEST_DATABASES, because PostgreSQL takes seconds to open; `npm test` runs all.
 */
export const DATABASES = ALL.filter(([name]) => process.env['TEST_DATABASES']?.split(',').includes(name) ?? true)
