import { oneByOne, type Locks } from '../db/processes/locks.ts'
import type { Notices } from '../db/processes/notices.ts'
import { runOncePerCluster } from '../db/processes/run-once-per-cluster.ts'
import type { Logger } from '../kernel/logger.ts'
import { repeat } from '../kernel/repeat.ts'
import type { Eraser } from './erase-deleted.ts'
import { sweepWorkFolders, type LeftoverDeps } from './sweep-leftovers.ts'

const MINUTE_MS = 60 * 1000
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS
const NAME = 'housekeeping'

type Work = () => Promise<void>

export interface HousekeepingDeps extends LeftoverDeps {
  log: Logger
  locks: Locks
  notices: Notices
  /** Whether no other process works on the database. */
  isSingleProcess: boolean
  eraser: Pick<Eraser, 'clearLog' | 'all'>
  /** The areas' own work, on data that all processes share; for a bucket, it lists the objects. */
  tidyAreas: readonly Work[]
  microsites: {
    requeue: Work
    sweepDerived: (before: Date, signal: AbortSignal) => Promise<number>
    indexSearch: (signal: AbortSignal) => Promise<void>
  }
  tryNewModel: Work
  removeOldMessages: Work
}

/** All periodic work of a process. */
export interface Housekeeping {
  /** The hourly work, once. */
  run: Work
  /** Starts what every process does, including those that only serve requests. */
  startEverywhere: () => void
  /** Starts the rest, in processes that work on recordings. */
  startInWorkers: () => void
  stop: Work
}

/** Creates the timers; none runs before it is started. */
export function createHousekeeping(deps: HousekeepingDeps): Housekeeping {
  const { log, locks, clock, eraser, microsites } = deps
  const startedAt = clock().getTime()
  const ending = new AbortController()
  const among = { ...deps, now: () => performance.now() }
  const tidyShared = async () => {
    for (const tidy of deps.tidyAreas) await tidy()
    await eraser.all()
  }
  const tidyForAll = runOncePerCluster(among, { name: NAME, everyMs: HOUR_MS }, tidyShared)
  const hourly = async () => {
    await sweepWorkFolders(deps)
    await tidyForAll()
  }
  /** In single-process mode, anything older than the process belongs to no request. */
  const sweepDerived = async () => {
    const dayAgo = clock().getTime() - DAY_MS
    const before = new Date(deps.isSingleProcess ? Math.max(startedAt, dayAgo) : dayAgo)
    const removed = await microsites.sweepDerived(before, ending.signal)
    if (removed > 0) log.info({ removed }, 'files without a microsite were removed')
  }
  // Each process has its own outbox.
  const everywhere = [repeat({ everyMs: HOUR_MS, log, run: deps.removeOldMessages })]
  const inWorkers = [
    // Runs often because a user is waiting for the page.
    repeat({ everyMs: MINUTE_MS, log, run: microsites.requeue }),
    // Replaced labels, tags and names stay in the write-ahead log no longer than this interval.
    repeat({ everyMs: MINUTE_MS / 2, log, run: eraser.clearLog }),
    repeat({ everyMs: HOUR_MS, log, run: hourly }),
    repeat({ everyMs: HOUR_MS, log, run: () => microsites.indexSearch(ending.signal) }),
    // Runs rarely, because it lists every stored object.
    repeat({
      everyMs: DAY_MS,
      log,
      run: runOncePerCluster(among, { name: 'derived files', everyMs: DAY_MS }, sweepDerived),
    }),
    // A command may install a model while the server runs.
    repeat({ everyMs: MINUTE_MS, log, run: deps.tryNewModel }),
  ]
  return {
    async run() {
      await sweepWorkFolders(deps)
      await oneByOne(locks, NAME, tidyShared)
    },
    startEverywhere: () => everywhere.forEach((work) => work.start()),
    startInWorkers: () => inWorkers.forEach((work) => work.start()),
    async stop() {
      ending.abort()
      await Promise.all([...everywhere, ...inWorkers].map((work) => work.stop()))
    },
  }
}
