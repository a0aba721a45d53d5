import type { Database } from '../db/database.ts'
import type { Logger } from '../kernel/logger.ts'

/** Takes what was deleted out of the database's files. */
export interface Eraser {
  /** Begins it, without the search index, and returns at once; what is asked for meanwhile is one further run. */
  soon: () => void
  /** With the search index. */
  all: () => Promise<void>
  /** Resolves when what was begun has ended. */
  settled: () => Promise<void>
}

/** One run at a time. A run that fails (a full disk, a busy database) is logged and done again by the next. */
export function createEraser({ db, log }: { db: Pick<Database, 'erase'>; log: Pick<Logger, 'warn'> }): Eraser {
  let running = Promise.resolve()
  let waiting = false
  const run = (index: boolean) => {
    running = running
      .then(() => {
        waiting = false
        return db.erase({ index })
      })
      .catch((error: unknown) => log.warn({ err: error }, 'deleted content could not be taken out of the database yet'))
    return running
  }
  return {
    soon() {
      if (waiting) return
      waiting = true
      void run(false)
    },
    all: () => run(true),
    settled: () => running,
  }
}
