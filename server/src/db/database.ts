import { setImmediate as yieldToOthers, setTimeout as delay } from 'node:timers/promises'
import type { Database as SqliteClient, Statement as SqliteStatement } from 'better-sqlite3'
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
  /** For selects that may take long, without blocking the event loop. Sees everything committed before. */
  reader: Reader
  /** Runs the writes one after another, all or none. */
  batch(writes: (tx: Queries) => PromiseLike<unknown>[]): Promise<void>
  /** Runs a write that returns rows and, if there are any, the dependent writes: all or none. @returns the rows. */
  writeThen<Row>(
    write: (tx: Queries) => PromiseLike<Row[]>,
    following: (tx: Queries, rows: Row[]) => PromiseLike<unknown>[],
  ): Promise<Row[]>
  /**
   * Runs a write that depends on earlier writes under the same name: concurrent ones run one after another across all
   * processes, each seeing the previous result. SQLite has a single writer and needs no lock.
   * @param following as in `writeThen`.
   * @returns its rows.
   */
  oneAtATime<Row>(
    name: string,
    write: (tx: Queries) => PromiseLike<Row[]>,
    following?: (tx: Queries, rows: Row[]) => PromiseLike<unknown>[],
  ): Promise<Row[]>
  /**
   * Makes a claiming subquery skip rows that another worker has locked. SQLite has a single writer and needs no lock.
   */
  skipLocked<Q>(query: Lockable<Q>): Q
  /** Makes a subquery wait for concurrent changes to its rows, and blocks further ones until its write is done. */
  keeping<Q>(query: Lockable<Q>): Q
  /** Fails as a write would, without storing anything. */
  tryToWrite(): Promise<void>
  /**
   * Purges deleted content from the database's files, as far as the database can, and frees their space. Yields to the
   * event loop in between.
   * @param scope `log`: all but the search index; `index`: also the search index, which is rewritten for this; `all`:
   *   also the slow part on PostgreSQL, which blocks everything else.
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
 * Opens a database that another process has migrated, read-only: writes are refused.
 * @param url `postgres://…` or a file path.
 */
export async function openForReading(url: string): Promise<Database> {
  if (isPostgres(url)) {
    const pool = await openPool(url, {
      max: 1,
      query_timeout: ANSWERED_MS,
      options: '-c default_transaction_read_only=on',
    })
    const withoutTimeout = () => Promise.reject(new Error('a read-only connection runs no long writes'))
    return postgresDatabase(await openQueries(pool), { withoutTimeout, close: () => pool.end() })
  }
  const { default: Sqlite } = await import('better-sqlite3')
  const { drizzle } = await import('drizzle-orm/better-sqlite3')
  const client = new Sqlite(url, { readonly: true, timeout: BUSY_MS })
  return sqliteDatabase(client, drizzle(client, { schema: sqliteSchema as never }), null)
}

/** Whether the URL is a PostgreSQL server's; otherwise it is a file path. */
export const isPostgres = (url: string) => /^postgres(ql)?:/.test(url)

/** Longer than another process holds the lock. */
const BUSY_MS = 5000
const RETRY_MS = 20

async function openSqlite(file: string | Buffer): Promise<Database> {
  const { default: Sqlite } = await import('better-sqlite3')
  const { drizzle } = await import('drizzle-orm/better-sqlite3')
  const client = reuseStatements(new Sqlite(file))
  // Has to be first: other processes may be opening it too.
  client.pragma(`busy_timeout = ${BUSY_MS}`)
  // Only takes effect before the first table exists.
  client.pragma(`auto_vacuum = ${INCREMENTAL}`)
  const db = drizzle(client, { schema: sqliteSchema as never })
  try {
    // Before any write to the file: a refused database stays unchanged.
    migrateSqlite(client)
    await writeAhead(client)
  } catch (error) {
    client.close()
    throw error
  }
  // FULL: acknowledged writes (an upload's end, a job) survive a power cut.
  client.pragma('synchronous = FULL')
  client.pragma('foreign_keys = ON')
  // Overwrites deleted content with zeros.
  client.pragma('secure_delete = ON')
  // An in-memory database belongs to its connection.
  const inFile = typeof file === 'string' && file !== ':memory:'
  return sqliteDatabase(client, db, inFile ? await openSqliteReader({ file, busyMs: BUSY_MS }) : null)
}

/** Several times the product's statements; those with lists of values vary. */
const REUSED_STATEMENTS = 500

/** Keeps recent statements: drizzle prepares a statement for each query, which takes longer than running most of them. */
function reuseStatements(client: SqliteClient): SqliteClient {
  const prepare = client.prepare.bind(client)
  const recent = new Map<string, SqliteStatement>()
  client.prepare = ((text: string) => {
    const statement = recent.get(text) ?? prepare(text)
    // The driver's mode for rows stays on the statement.
    if (statement.reader) statement.raw(false)
    recent.delete(text)
    recent.set(text, statement)
    if (recent.size > REUSED_STATEMENTS) recent.delete(recent.keys().next().value ?? text)
    return statement
  }) as typeof client.prepare
  return client
}

/** Wraps an open SQLite driver. @param reader null: use the same connection. */
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
    // Writes the application-defined number in the file's header, which nothing here reads.
    tryToWrite: async () => void client.pragma('user_version = 0'),
    erase: (scope: 'log' | 'index' | 'all') => eraseSqlite(client, { index: scope !== 'log' }),
    close: async () => {
      await reader?.close()
      client.close()
    },
  })
}

/** SQLite's code for the mode that frees pages on demand. */
const INCREMENTAL = 2
/** Pages of 4 KiB to free per step: some 20 ms of work. */
const STEP_PAGES = 500
/** Pages of the search index to merge per step: some 10 ms of work. */
const MERGE_PAGES = 100

async function eraseSqlite(client: SqliteClient, { index }: { index: boolean }): Promise<void> {
  if (index) {
    // FTS5 keeps words of deleted rows until its index segments are merged; a negative number starts a merge of all.
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
  // The log still has the overwritten content. An active reader blocks it; a search takes some tens of milliseconds.
  for (const until = performance.now() + BUSY_MS; !emptyLog(client) && performance.now() < until;) await delay(RETRY_MS)
}

/** @returns false at once while a reader is active, because waiting would block other requests. */
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

/**
 * Switches to write-ahead logging, so that readers and the writer don't block each other. Where several processes
 * switch at once, SQLite refuses some without waiting to avoid a deadlock.
 */
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
  /** For statements without a time limit. */
  const withoutTimeout = async (run: (db: Pg) => Promise<unknown>) => {
    const pool = await openPool(url, { max: 1 })
    try {
      await run(await openQueries(pool))
    } finally {
      await pool.end()
    }
  }
  await withoutTimeout((db) => migratePostgres(db)).catch((error: unknown) => {
    if (!isConnectionLost(error)) throw error
    throw new ConfigError(`Can’t reach the database in DATABASE_URL: ${describeError(error)}.`, { cause: error })
  })
  const pool = await openPool(url, { query_timeout: ANSWERED_MS })
  return postgresDatabase(await openQueries(pool), { withoutTimeout, close: () => pool.end() })
}

/**
 * Timeout in ms, many times a request's slowest query: a frozen or unreachable server neither answers nor ends a
 * connection.
 */
export const ANSWERED_MS = 15_000

/** How long a process that freezes between the two statements of `oneAtATime` can block all others. */
const STALLED_MS = 10_000

/** Wraps an open PostgreSQL driver. */
function postgresDatabase(
  db: Pg,
  {
    withoutTimeout,
    close,
  }: { withoutTimeout: (run: (db: Pg) => Promise<unknown>) => Promise<void>; close: () => Promise<void> },
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
        // A separate statement: the write sees a snapshot from when it began, which has to be after the wait.
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
    // PostgreSQL reuses pages without overwriting them: until then, only an encrypted disk protects their content.
    erase: async (scope: 'log' | 'index' | 'all') => {
      if (scope === 'all') await withoutTimeout((other) => other.execute(sql`vacuum`))
    },
    close,
  })
}
