import type { Database } from '../db/database.ts'
import type { Logger } from '../kernel/logger.ts'

/** Erases deleted data from the database's files. */
export interface Eraser {
  /** Erases within 30 seconds, search index included, and returns at once. Further calls until then add nothing. */
  soon: () => void
  /** Empties the log, which still has deleted or replaced rows. */
  clearLog: () => Promise<void>
  /** Everything the database can erase, for the hourly housekeeping. */
  all: () => Promise<void>
  /** Erases what `soon` still has pending. Resolves when every run has ended. */
  finish: () => Promise<void>
}

/**
 * Merging reads and writes the whole search index: a pause of this many times its duration leaves time for everything
 * else.
 */
const PAUSE_FACTOR = 20
const SHORTEST_PAUSE_MS = 1000
const LONGEST_PAUSE_MS = 30_000

/** One run at a time. A failed run (a full disk, a busy database) is logged and repeated. */
export function createEraser({ db, log }: { db: Pick<Database, 'erase'>; log: Pick<Logger, 'warn'> }): Eraser {
  let running = Promise.resolve()
  let pauseMs = SHORTEST_PAUSE_MS
  let timer: NodeJS.Timeout | undefined
  const run = (scope: Parameters<Database['erase']>[0]) => {
    running = running
      .then(() => db.erase(scope))
      .catch((error: unknown) => {
        log.warn({ err: error }, 'deleted content could not be erased from the database yet')
        if (scope !== 'log') soon()
      })
    return running
  }
  const mergeIndex = async () => {
    timer = undefined
    const began = performance.now()
    await run('index')
    const spentMs = performance.now() - began
    pauseMs = Math.min(Math.max(spentMs * PAUSE_FACTOR, SHORTEST_PAUSE_MS), LONGEST_PAUSE_MS)
  }
  function soon() {
    timer ??= setTimeout(() => void mergeIndex(), pauseMs)
  }
  return {
    soon,
    clearLog: () => run('log'),
    all: () => run('all'),
    async finish() {
      await running
      if (timer !== undefined) {
        clearTimeout(timer)
        await mergeIndex()
      }
      await running
      // A failed run has scheduled another, which is left to the next start.
      clearTimeout(timer)
    },
  }
}
