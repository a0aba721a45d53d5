import { rm } from 'node:fs/promises'
import type { Database as SqliteClient } from 'better-sqlite3'
import { COPIED_TABLES, copyTable } from './copy-tables.ts'
import { openDatabase } from './database.ts'
import { assertMigratable, assertMigrated } from './migrations.ts'
import { openPool, openQueries } from './postgres-pool.ts'
import { schema } from './schema.postgres.ts'

/** What a SQLite database needs in the bucket, and its faults. */
export interface Snapshot {
  /** Keys of recordings and images that pages show. */
  shownKeys: ReadonlySet<string>
  /** Whether anything in the database still refers to an object. */
  owns(key: string): boolean
  /** Whether an object belongs to a microsite that the database doesn't have. */
  isOrphan(key: string): boolean
  /** Keys of uploads whose last byte has not arrived. */
  unfinishedUploads: ReadonlySet<string>
  /** Faults of the database itself; empty: none. */
  faults: string[]
}

/**
 * Writes a consistent copy of a live database, without deleted content, as a SQLite database whatever the source.
 * PostgreSQL is read in one transaction and stays unchanged.
 * @param from `postgres://…` or the path of a file.
 * @param to must not exist.
 */
export async function copyDatabase(from: string, to: string): Promise<void> {
  if (!/^postgres(ql)?:/.test(from)) return copySqlite(from, to)
  const filled = `${to}.filled`
  try {
    await fillFromPostgres(from, filled)
    await copySqlite(filled, to)
  } finally {
    for (const end of ['', '-wal', '-shm']) await rm(filled + end, { force: true })
  }
}

async function copySqlite(from: string, to: string): Promise<void> {
  const client = await openReadOnly(from)
  try {
    client.prepare('vacuum into ?').run(to)
  } finally {
    client.close()
  }
}

async function fillFromPostgres(url: string, file: string): Promise<void> {
  const pool = await openPool(url, { max: 1 })
  try {
    const target = await openDatabase(file)
    try {
      const db = await openQueries(pool)
      await assertMigrated(db)
      await db.transaction(
        async (read) => {
          for (const name of COPIED_TABLES) await copyTable(name, { schema, read }, target)
        },
        { isolationLevel: 'repeatable read', accessMode: 'read only' },
      )
    } finally {
      await target.close()
    }
  } finally {
    await pool.end()
  }
}

/** Reads a copy. @throws PermanentFailure when this version can't restore it. */
export async function readSnapshot(file: string): Promise<Snapshot> {
  const client = await openReadOnly(file)
  try {
    assertMigratable(client)
    const column = (query: string) => client.prepare(query).pluck().all().map(String)
    const ids = new Set(column('select id from microsites'))
    const keys = new Set(
      column(
        'select key from uploads union select source_key from microsites where source_key is not null union select video_url from microsites where video_url is not null',
      ),
    )
    const getMicrosite = (key: string) => /^[^/]+\/derived\/([^/]+)\//.exec(key)?.[1]
    const isDerived = (key: string) => getMicrosite(key) !== undefined
    const isOfKnown = (key: string) => ids.has(getMicrosite(key) ?? '')
    return {
      shownKeys: new Set(
        column(
          "select video_url from microsites where status = 'active' and video_url is not null union select poster_key from microsites where status = 'active' and poster_key is not null",
        ),
      ),
      unfinishedUploads: new Set(column('select key from uploads where completed_at is null')),
      owns: (key) => keys.has(key) || isOfKnown(key),
      isOrphan: (key) => isDerived(key) && !isOfKnown(key),
      faults: [
        ...column('pragma integrity_check').filter((line) => line !== 'ok'),
        ...client
          .prepare('pragma foreign_key_check')
          .all()
          .map(() => 'a row references a missing row'),
      ],
    }
  } finally {
    client.close()
  }
}

async function openReadOnly(file: string): Promise<SqliteClient> {
  const { default: Sqlite } = await import('better-sqlite3')
  return new Sqlite(file, { readonly: true, timeout: 60_000 })
}
