import { createThread } from '../process/thread.ts'
import type { Pg } from './schema.postgres.ts'

/** What selects and nothing else: it can be asked by a connection that only reads. */
export type Reader = Pick<Pg, 'select'>

/** A statement with its parameters, as the driver takes them. */
export interface ReaderQuestion {
  sql: string
  params: unknown[]
}

/** The rows, each an array of its columns' values; or why there are none. */
export type ReaderAnswer = { rows: unknown[][] } | { message: string; code: string | undefined }

/** How the thread opens the database. */
export interface ReaderFile {
  file: string
  /** How long it waits for a lock. ms */
  busyMs: number
}

/** A thread with its connection takes some 10 MB. */
const IDLE_MS = 60_000

/**
 * Selects by a thread with a connection of its own: SQLite computes on the thread that asks it, and nothing else would be
 * answered until a search has gone through all that it has to. What was committed before is seen.
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
