import { createThread } from '../process/thread.ts'
import type { Pg } from './schema.postgres.ts'

/** Only selects: it may use a read-only connection. */
export type Reader = Pick<Pg, 'select'>

/** A statement with its parameters, as the driver takes them. */
export interface ReaderQuestion {
  sql: string
  params: unknown[]
}

/** The rows, each an array of its columns' values; or the error. */
export type ReaderAnswer = { rows: unknown[][] } | { message: string; code: string | undefined }

/** How the thread opens the database. */
export interface ReaderFile {
  file: string
  /** How long it waits for a lock. ms */
  busyMs: number
}

/** A thread with its connection takes some 10 MB, so an idle one is stopped. */
const IDLE_MS = 60_000

/**
 * Runs selects in a thread with its own connection: SQLite computes on the calling thread, so a long search would block
 * all other requests. Sees everything committed before.
 */
export async function openSqliteReader(options: ReaderFile): Promise<Reader & { close(): Promise<void> }> {
  const { drizzle } = await import('drizzle-orm/sqlite-proxy')
  const thread = createThread<ReaderQuestion, ReaderAnswer>({
    script: new URL('sqlite-reader-worker.ts', import.meta.url),
    data: options,
    idleMs: IDLE_MS,
  })
  const db = drizzle(async (sql, params: unknown[]) => {
    const answer = await thread.ask({ sql, params })
    if ('rows' in answer) return answer
    throw Object.assign(new Error(answer.message), { code: answer.code })
  })
  return Object.assign(db as unknown as Reader, { close: () => thread.end() })
}
