import { oneByOne, type Locks } from './locks.ts'
import type { Notices } from './notices.ts'

/** Less than a period: the run before began a period ago, and took a while. */
const PART_OF_PERIOD = 0.75

interface Among {
  locks: Locks
  notices: Notices
  /** ms, of a clock that never goes back. */
  now: () => number
}

/**
 * Periodic work that one process does for all processes of a database: a process whose turn comes soon after another's run
 * does nothing. One that has just started doesn't know of the others' runs, and does it too.
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
