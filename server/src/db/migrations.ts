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

/*
 * Drizzle's own migrators read the applied migrations before their transaction begins, so several processes would apply
 * the same ones. These read them inside the transaction, from Drizzle's own tables.
 */

/**
 * Migrates a SQLite database to the newest migration, all or nothing. A second process waits for the first.
 * @throws PermanentFailure when the database is from a newer or a pre-release version; it is not changed.
 */
export function migrateSqlite(client: SqliteClient): void {
  const busyTimeout: unknown = client.pragma('busy_timeout', { simple: true })
  client.pragma(`busy_timeout = ${WAIT_MS}`)
  // Dropping a table to rebuild it would delete the rows that refer to it. Can't be set inside a transaction.
  const foreignKeys: unknown = client.pragma('foreign_keys', { simple: true })
  client.pragma('foreign_keys = OFF')
  const forward = client.transaction(() => {
    client.exec(
      'create table if not exists "__drizzle_migrations" (id serial primary key, hash text not null, created_at numeric)',
    )
    for (const { sql: statements, hash, folderMillis } of missing('sqlite', appliedSqlite(client))) {
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
 * @throws PermanentFailure when the database is from a newer or a pre-release version; it is not changed.
 */
export async function migratePostgres(db: Pg): Promise<void> {
  await db.transaction(async (tx) => {
    // The lock ends with the transaction, even if the process dies.
    await tx.execute(sql`select pg_advisory_xact_lock(${sql.raw(String(LOCK))})`)
    await tx.execute(sql`create schema if not exists drizzle`)
    await tx.execute(
      sql`create table if not exists ${JOURNAL} (id serial primary key, hash text not null, created_at bigint)`,
    )
    for (const { sql: statements, hash, folderMillis } of missing('postgres', await appliedPostgres(tx))) {
      for (const statement of statements) await tx.execute(sql.raw(statement))
      await tx.execute(sql`insert into ${JOURNAL} (hash, created_at) values (${hash}, ${folderMillis})`)
    }
  })
}

/**
 * @throws PermanentFailure when this version can't migrate a SQLite database: it is from a newer or a pre-release
 * version.
 */
export function assertMigratable(client: SqliteClient): void {
  missing('sqlite', appliedSqlite(client))
}

/** @throws PermanentFailure when a PostgreSQL database is not exactly as this version migrates it. */
export async function assertMigrated(db: Pg): Promise<void> {
  if (missing('postgres', await appliedPostgres(db)).length > 0)
    throw new PermanentFailure(
      'conflict',
      `The database is from an older version of ${BRAND.name}. Run this command from the version that your servers run.`,
    )
}

const JOURNAL = sql`drizzle."__drizzle_migrations"`

/** @returns hashes, oldest first. */
function appliedSqlite(client: SqliteClient): string[] {
  return client.prepare('select hash from "__drizzle_migrations" order by created_at').pluck().all().map(String)
}

/** @returns hashes, oldest first. */
async function appliedPostgres(db: Pick<Pg, 'select'>): Promise<string[]> {
  const rows = await db
    .select({ hash: sql<string>`hash` })
    .from(JOURNAL)
    .orderBy(sql`created_at`)
  return rows.map(({ hash }) => hash)
}

/** @param applied hashes of the database's migrations, oldest first. @returns the migrations to apply, oldest first. */
function missing(dialect: 'sqlite' | 'postgres', applied: readonly string[]): MigrationMeta[] {
  const folder = fileURLToPath(new URL(`../../migrations/${dialect}`, import.meta.url))
  const migrations = readMigrationFiles({ migrationsFolder: folder })
  if (migrations.some(({ hash }, i) => i < applied.length && applied[i] !== hash))
    throw new PermanentFailure(
      'conflict',
      `A pre-release version of ${BRAND.name} created this database, which can’t be upgraded. Export each account in that version, then import it into a new DATA_DIR, database and bucket.`,
    )
  if (applied.length > migrations.length)
    throw new PermanentFailure(
      'conflict',
      `A newer ${BRAND.name} upgraded this database. Start that version, or set another DATA_DIR or DATABASE_URL.`,
    )
  return migrations.slice(applied.length)
}
