import { oneByOne, type Locks } from './locks.ts'
import type { Notices } from './notices.ts'

/** Less than a period: the previous run started a period ago, and took a while. */
const PART_OF_PERIOD = 0.75

interface Among {
  locks: Locks
  notices: Notices
  /** ms, of a monotonic clock. */
  now: () => number
}

/**
 * Periodic work that one process does for all processes of a database: a process whose turn comes soon after another's
 * run skips it. A process that has just started doesn't know of other runs, and runs it too.
 */
export function runOncePerCluster(
  { locks, notices, now }: Among,
  { name, everyMs }: { name: string; everyMs: number },
  run: () => Promise<void>,
): () => Promise<void> {
  let doneAt = -Infinity
  notices.on('work.done', (text) => {
    if (text === name) doneAt = now()
  })
  return () =>
    oneByOne(locks, name, async () => {
      if (now() - doneAt < everyMs * PART_OF_PERIOD) return
      await run()
      notices.send('work.done', name)
    })
}
