import { setImmediate as yieldToOthers, setTimeout as delay } from 'node:timers/promises'
import type { Database as SqliteClient } from 'better-sqlite3'
import { sql } from 'drizzle-orm'
import type { BetterSQLite3Database } from 'drizzle-orm/better-sqlite3'
import { ConfigError } from '../kernel/errors.ts'
import { describeError } from '../kernel/loggable-error.ts'
import { isConnectionLost } from '../kernel/lost-connection.ts'
import { migratePostgres, migrateSqlite } from './migrations.ts'
import { openPool, openQueries } from './postgres-pool.ts'
import { isBusy } from './refusals.ts'
import { schema as postgresSchema, type Pg } from './schema.postgres.ts'
import { schema as sqliteSchema } from './schema.sqlite.ts'
import type { Schema } from './schema.ts'
import { openSqliteReader, type Reader } from './sqlite-reader.ts'
import { postgresSearch, sqliteSearch, type TextSearch } from './text-search.ts'

/** What both databases can do, and no more: no transaction held open across awaits, no driver-specific call. */
export type Queries = Pick<Pg, 'select' | 'selectDistinct' | 'insert' | 'update' | 'delete' | '$count'>

type Lockable<Q> = Q & { for(strength: 'update' | 'share', config?: { skipLocked: true }): Q }

/** An open database with its tables. */
export interface Database extends Queries {
  schema: Schema
  textSearch: TextSearch
  /** For selects that may take long: the process answers others meanwhile. Sees what was committed before. */
  reader: Reader
  /** Runs the writes one after another, all or none. */
  batch(writes: (tx: Queries) => PromiseLike<unknown>[]): Promise<void>
  /** Runs a write that returns rows and, when there are any, the writes that follow from them: all or none. @returns the rows. */
  writeThen<Row>(
    write: (tx: Queries) => PromiseLike<Row[]>,
    following: (tx: Queries, rows: Row[]) => PromiseLike<unknown>[],
  ): Promise<Row[]>
  /**
   * Runs a write that depends on what others of the name have written: of several at once, in all processes, each sees
   * what the one before it wrote. SQLite has one writer and needs nothing.
   * @param following as of `writeThen`. @returns its rows.
   */
  oneAtATime<Row>(
    name: string,
    write: (tx: Queries) => PromiseLike<Row[]>,
    following?: (tx: Queries, rows: Row[]) => PromiseLike<unknown>[],
  ): Promise<Row[]>
  /** Makes a claiming subquery step over rows that another worker holds. SQLite has one writer and needs nothing. */
  skipLocked<Q>(query: Lockable<Q>): Q
  /** Makes a subquery wait for concurrent changes of its rows, and blocks further ones until the write it is part of is done. */
  keeping<Q>(query: Lockable<Q>): Q
  /** Stores nothing, but fails as a write would. */
  tryToWrite(): Promise<void>
  /**
   * Takes deleted content out of the database's files, as far as the database can, and gives their room back. Returns to
   * the event loop in between.
   * @param scope `log`: all but the search index; `index`: the search index too, which is written again for it; `all`:
   *   also what takes long on PostgreSQL, which does nothing else.
   */
  erase(scope: 'log' | 'index' | 'all'): Promise<void>
  close(): Promise<void>
}

/**
 * Opens a database and migrates it to the newest migration.
 * @param url `postgres://…`, a file path, `:memory:`, or the bytes of a SQLite database, which is then one in memory.
 * @throws PermanentFailure when the database is from a newer or a pre-release version; it is not changed.
 */
export function openDatabase(url: string | Buffer): Promise<Database> {
  return typeof url === 'string' && isPostgres(url) ? openPostgres(url) : openSqlite(url)
}

/**
 * Opens a database that another process has migrated, only to read from it: a write is refused.
 * @param url `postgres://…` or a file path.
 */
export async function openForReading(url: string): Promise<Database> {
  if (isPostgres(url)) {
    const pool = await openPool(url, {
      max: 1,
      query_timeout: ANSWERED_MS,
      options: '-c default_transaction_read_only=on',
    })
    const patiently = () => Promise.reject(new Error('a connection for reading has nothing that takes long'))
    return postgresDatabase(await openQueries(pool), { patiently, close: () => pool.end() })
  }
  const { default: Sqlite } = await import('better-sqlite3')
  const { drizzle } = await import('drizzle-orm/better-sqlite3')
  const client = new Sqlite(url, { readonly: true, timeout: BUSY_MS })
  return sqliteDatabase(client, drizzle(client, { schema: sqliteSchema as never }), null)
}

/** Whether an address is of a PostgreSQL server; else it is a file's path. */
export const isPostgres = (url: string) => /^postgres(ql)?:/.test(url)

/** Another process holds the lock for less. */
const BUSY_MS = 5000
const RETRY_MS = 20

async function openSqlite(file: string | Buffer): Promise<Database> {
  const { default: Sqlite } = await import('better-sqlite3')
  const { drizzle } = await import('drizzle-orm/better-sqlite3')
  const client = new Sqlite(file)
  // First of all: others may be opening it too.
  client.pragma(`busy_timeout = ${BUSY_MS}`)
  // Only takes effect before there is a table.
  client.pragma(`auto_vacuum = ${INCREMENTAL}`)
  const db = drizzle(client, { schema: sqliteSchema as never })
  try {
    // Before the file is written to: a database that is refused stays as it is.
    migrateSqlite(client)
    await writeAhead(client)
  } catch (error) {
    client.close()
    throw error
  }
  // FULL: what was acknowledged (an upload's end, a job) is still there after a power cut.
  client.pragma('synchronous = FULL')
  client.pragma('foreign_keys = ON')
  // What is deleted is overwritten with zeros.
  client.pragma('secure_delete = ON')
  // One in memory belongs to its connection.
  const inFile = typeof file === 'string' && file !== ':memory:'
  return sqliteDatabase(client, db, inFile ? await openSqliteReader({ file, busyMs: BUSY_MS }) : null)
}

/** Wraps an open SQLite driver. @param reader null: it reads by itself. */
function sqliteDatabase(
  client: SqliteClient,
  db: BetterSQLite3Database<never>,
  reader: Awaited<ReturnType<typeof openSqliteReader>> | null,
): Database {
  const queries = db as unknown as Queries
  const writeThen = async <Row>(
    write: (tx: Queries) => PromiseLike<Row[]>,
    following: (tx: Queries, rows: Row[]) => PromiseLike<unknown>[],
  ) =>
    db.transaction(
      (tx) => {
        const written = (write(tx as unknown as Queries) as unknown as { all(): Row[] }).all()
        if (written.length > 0) for (const next of following(tx as unknown as Queries, written)) run(next)
        return written
      },
      { behavior: 'immediate' },
    )
  return Object.assign(queries, {
    schema: sqliteSchema,
    textSearch: sqliteSearch,
    reader: reader ?? queries,
    async batch(writes: (tx: Queries) => PromiseLike<unknown>[]) {
      db.transaction(
        (tx) => {
          for (const write of writes(tx as unknown as Queries)) run(write)
        },
        { behavior: 'immediate' },
      )
    },
    writeThen,
    oneAtATime: async <Row>(
      _name: string,
      write: (tx: Queries) => PromiseLike<Row[]>,
      following?: (tx: Queries, rows: Row[]) => PromiseLike<unknown>[],
    ) => (following ? writeThen(write, following) : write(queries)),
    skipLocked: <Q>(query: Q) => query,
    keeping: <Q>(query: Q) => query,
    // A number for programs' own use in the file's header, which nothing here reads.
    tryToWrite: async () => void client.pragma('user_version = 0'),
    erase: (scope: 'log' | 'index' | 'all') => eraseSqlite(client, { index: scope !== 'log' }),
    close: async () => {
      await reader?.close()
      client.close()
    },
  })
}

/** SQLite's number of the mode in which free pages are given back on demand. */
const INCREMENTAL = 2
/** Pages of 4 KiB that are given back at once: some 20 ms of work. */
const STEP_PAGES = 500
/** Pages of the search index that are merged at once: some 10 ms of work. */
const MERGE_PAGES = 100

async function eraseSqlite(client: SqliteClient, { index }: { index: boolean }): Promise<void> {
  if (index) {
    // FTS5 keeps words of deleted rows until the parts of its index are merged; a negative number begins to merge all.
    const merge = client.prepare("insert into search_index (search_index, rank) values ('merge', ?)")
    const changes = client.prepare('select total_changes()').pluck()
    for (let pages = -MERGE_PAGES, changed = 2; changed >= 2; pages = MERGE_PAGES) {
      const before = Number(changes.get())
      merge.run(pages)
      changed = Number(changes.get()) - before
      await yieldToOthers()
    }
  }
  for (let left = Infinity; ;) {
    const free = Number(client.pragma('freelist_count', { simple: true }))
    if (free === 0 || free >= left) break
    left = free
    client.exec(`pragma incremental_vacuum(${STEP_PAGES})`)
    await yieldToOthers()
  }
  // The log still has what was overwritten. Who reads just now holds it, a search for some tens of milliseconds.
  for (const until = performance.now() + BUSY_MS; !emptyLog(client) && performance.now() < until;) await delay(RETRY_MS)
}

/** @returns false, without waiting, while somebody reads: others would not be answered meanwhile. */
function emptyLog(client: SqliteClient): boolean {
  client.pragma('busy_timeout = 0')
  const busy = client.pragma('wal_checkpoint(TRUNCATE)', { simple: true })
  client.pragma(`busy_timeout = ${BUSY_MS}`)
  return busy === 0
}

/** Runs a SQLite query synchronously, as its driver's transactions require. */
function run(write: PromiseLike<unknown>): void {
  ;(write as unknown as { run(): void }).run()
}

/** Has readers and the writer not wait for each other. Where several ask for it at once SQLite refuses some without waiting, as each could wait for the other. */
async function writeAhead(client: SqliteClient): Promise<void> {
  const until = performance.now() + BUSY_MS
  for (;;) {
    try {
      client.pragma('journal_mode = WAL')
      return
    } catch (error) {
      if (!isBusy(error) || performance.now() > until) throw error
      await delay(RETRY_MS)
    }
  }
}

async function openPostgres(url: string): Promise<Database> {
  /** For statements that may take as long as they need. */
  const patiently = async (run: (db: Pg) => Promise<unknown>) => {
    const pool = await openPool(url, { max: 1 })
    try {
      await run(await openQueries(pool))
    } finally {
      await pool.end()
    }
  }
  await patiently((db) => migratePostgres(db)).catch((error: unknown) => {
    if (!isConnectionLost(error)) throw error
    throw new ConfigError(`The database of DATABASE_URL can't be reached: ${describeError(error)}.`, { cause: error })
  })
  const pool = await openPool(url, { query_timeout: ANSWERED_MS })
  return postgresDatabase(await openQueries(pool), { patiently, close: () => pool.end() })
}

/** Many times what the slowest query of a request takes: a server that froze or was cut off answers nothing and ends no connection. ms */
export const ANSWERED_MS = 15_000

/** A process that stands still between the two statements of `oneAtATime` holds up all others for so long. */
const STALLED_MS = 10_000

/** Wraps an open PostgreSQL driver. */
function postgresDatabase(
  db: Pg,
  { patiently, close }: { patiently: (run: (db: Pg) => Promise<unknown>) => Promise<void>; close: () => Promise<void> },
): Database {
  return Object.assign(db, {
    schema: postgresSchema,
    textSearch: postgresSearch,
    reader: db,
    async batch(writes: (tx: Queries) => PromiseLike<unknown>[]) {
      await db.transaction(async (tx) => {
        for (const write of writes(tx)) await write
      })
    },
    writeThen: <Row>(
      write: (tx: Queries) => PromiseLike<Row[]>,
      following: (tx: Queries, rows: Row[]) => PromiseLike<unknown>[],
    ) =>
      db.transaction(async (tx) => {
        const rows = await write(tx)
        if (rows.length > 0) for (const next of following(tx, rows)) await next
        return rows
      }),
    oneAtATime: <Row>(
      name: string,
      write: (tx: Queries) => PromiseLike<Row[]>,
      following: (tx: Queries, rows: Row[]) => PromiseLike<unknown>[] = () => [],
    ) =>
      db.transaction(async (tx) => {
        // A statement of its own: the write sees what was there when it began, which has to be after the wait.
        await tx.execute(
          sql`select set_config('idle_in_transaction_session_timeout', ${String(STALLED_MS)}, true), pg_advisory_xact_lock(hashtextextended(${name}, 0))`,
        )
        const rows = await write(tx)
        for (const next of rows.length > 0 ? following(tx, rows) : []) await next
        return rows
      }),
    skipLocked: <Q>(query: Lockable<Q>) => query.for('update', { skipLocked: true }),
    keeping: <Q>(query: Lockable<Q>) => query.for('share'),
    tryToWrite: async () => void (await db.delete(postgresSchema.quotas).where(sql`false`)),
    // Its pages are reused, not overwritten: what lies in them meanwhile only an encrypted disk protects.
    erase: async (scope: 'log' | 'index' | 'all') => {
      if (scope === 'all') await patiently((other) => other.execute(sql`vacuum`))
    },
    close,
  })
}
