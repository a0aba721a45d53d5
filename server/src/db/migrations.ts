import { fileURLToPath } from 'node:url'
import type { Database as SqliteClient } from 'better-sqlite3'
import { sql } from 'drizzle-orm'
import { readMigrationFiles, type MigrationMeta } from 'drizzle-orm/migrator'
import { BRAND } from '@callfolio/shared/brand.ts'
import { PermanentFailure } from '../kernel/errors.ts'
import type { Pg } from './schema.postgres.ts'

/** The advisory lock of migrations in PostgreSQL; any number that no other program uses there. */
const LOCK = 4_071_118_325
/** Another process may be applying years of migrations. */
const WAIT_MS = 10 * 60 * 1000

/** Folder of the committed migrations of a dialect. */
export function migrationsFolder(dialect: 'sqlite' | 'postgres'): string {
  return fileURLToPath(new URL(`../../migrations/${dialect}`, import.meta.url))
}

/*
 * Drizzle's own migrators read what was applied before their transaction begins, so several processes would apply the same
 * migrations. These read it inside the transaction, from Drizzle's own tables.
 */

/**
 * Migrates a SQLite database to the newest migration, all or nothing. A second process waits for the first.
 * @param folder of the migrations.
 * @throws PermanentFailure when a newer version of the program has brought it further.
 */
export function migrateSqlite(client: SqliteClient, folder = migrationsFolder('sqlite')): void {
  const busyTimeout: unknown = client.pragma('busy_timeout', { simple: true })
  client.pragma(`busy_timeout = ${WAIT_MS}`)
  // A table that is written anew would take the rows that refer to it along; inside a transaction this can't be said.
  const foreignKeys: unknown = client.pragma('foreign_keys', { simple: true })
  client.pragma('foreign_keys = OFF')
  const forward = client.transaction(() => {
    client.exec(
      'create table if not exists "__drizzle_migrations" (id serial primary key, hash text not null, created_at numeric)',
    )
    const newest = client.prepare('select max(created_at) from "__drizzle_migrations"').pluck().get()
    for (const { sql: statements, hash, folderMillis } of missing(folder, newest)) {
      for (const statement of statements) client.exec(statement)
      client.prepare('insert into "__drizzle_migrations" (hash, created_at) values (?, ?)').run(hash, folderMillis)
    }
  })
  try {
    forward.immediate()
  } finally {
    client.pragma(`foreign_keys = ${String(foreignKeys)}`)
  }
  client.pragma(`busy_timeout = ${String(busyTimeout)}`)
}

/**
 * Migrates a PostgreSQL database to the newest migration, all or nothing. A second process waits for the first.
 * @param folder of the migrations.
 * @throws PermanentFailure when a newer version of the program has brought it further.
 */
export async function migratePostgres(db: Pg, folder = migrationsFolder('postgres')): Promise<void> {
  await db.transaction(async (tx) => {
    // It ends with the transaction, also when the process dies.
    await tx.execute(sql`select pg_advisory_xact_lock(${sql.raw(String(LOCK))})`)
    await tx.execute(sql`create schema if not exists drizzle`)
    const journal = sql`drizzle."__drizzle_migrations"`
    await tx.execute(
      sql`create table if not exists ${journal} (id serial primary key, hash text not null, created_at bigint)`,
    )
    const [row] = await tx.select({ newest: sql`max(created_at)` }).from(journal)
    for (const { sql: statements, hash, folderMillis } of missing(folder, row?.newest)) {
      for (const statement of statements) await tx.execute(sql.raw(statement))
      await tx.execute(sql`insert into ${journal} (hash, created_at) values (${hash}, ${folderMillis})`)
    }
  })
}

/** Leaves a PostgreSQL database as it is. @throws PermanentFailure when it is not as this version of the program has it. */
export async function assertMigrated(db: Pg, folder = migrationsFolder('postgres')): Promise<void> {
  const [row] = await db.select({ newest: sql`max(created_at)` }).from(sql`drizzle."__drizzle_migrations"`)
  if (missing(folder, row?.newest).length > 0)
    throw new PermanentFailure(
      'conflict',
      `The database is one of an older version of ${BRAND.name}. Run the command of the version that its servers run.`,
    )
}

/** @param newest when the newest migration of the database was written, as a driver gives it, in ms; null: it has none. */
function missing(folder: string, newest: unknown): MigrationMeta[] {
  const migrations = readMigrationFiles({ migrationsFolder: folder })
  const reached = newest === null || newest === undefined ? -1 : Number(newest)
  const known = Math.max(...migrations.map(({ folderMillis }) => folderMillis))
  if (reached > known)
    throw new PermanentFailure(
      'conflict',
      `This database was brought forward by a newer version of ${BRAND.name}: start that one, or name another DATA_DIR or DATABASE_URL.`,
    )
  return migrations.filter(({ folderMillis }) => folderMillis > reached)
}
