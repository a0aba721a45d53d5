import { ANSWERED_MS } from '../database.ts'
import { openPool } from '../postgres-pool.ts'
import { createLocalLocks, type Locks } from './locks.ts'
import { createLocalNotices, type Notices } from './notices.ts'

/** What all processes on a database share besides its rows. */
export interface Processes {
  notices: Notices
  locks: Locks
  /** Connections for shared counters; null: this is the only process. */
  counts: Awaited<ReturnType<typeof openPool>> | null
  close(): Promise<void>
}

/** Concurrent counter requests, each shorter than a millisecond. */
const COUNTING = 4

/** @param url of a PostgreSQL server; null: this is the only process on its database. */
export async function openProcesses(url: string | null): Promise<Processes> {
  if (url === null)
    return { notices: createLocalNotices(), locks: createLocalLocks(), counts: null, close: async () => {} }
  const { openPostgresConnection } = await import('./postgres-connection.ts')
  const { createPostgresLocks } = await import('./postgres-locks.ts')
  const line = await openPostgresConnection(url)
  const counts = await openPool(url, { max: COUNTING, query_timeout: ANSWERED_MS })
  return {
    notices: line,
    locks: createPostgresLocks(line),
    counts,
    close: async () => void (await Promise.all([line.close(), counts.end()])),
  }
}
