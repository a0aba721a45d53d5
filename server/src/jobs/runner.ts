import { setTimeout as delay } from 'node:timers/promises'
import type { DiskWatch } from '../kernel/disk-watch.ts'
import type { Logger } from '../kernel/logger.ts'
import type { JobHandler } from './handler.ts'
import type { Lane } from './lanes.ts'
import type { ClaimedJob, Queue } from './queue.ts'
import { runJob } from './run-job.ts'

export interface RunnerOptions {
  queue: Queue
  /** By job kind; jobs of other kinds are left to other workers. */
  handlers: Record<string, JobHandler>
  /** Claims only jobs of this lane; absent: of both. */
  lane?: Lane
  /** Needs of jobs that are currently left to other workers. */
  left?: () => readonly string[]
  log: Logger
  /** Logs disk errors separately. */
  disk: Pick<DiskWatch, 'note'>
  /** Maximum concurrent jobs in this process. */
  concurrency: number
  /** How often an idle worker polls for other processes' jobs and jobs that have become due. */
  pollMs?: number
  /** The number of processes that poll: together they poll as often as one would. */
  processes?: () => number
  renewMs?: number
}

export interface Runner {
  start(): void
  /**
   * Stops claiming jobs. Jobs still running after `finishMs` (absent: at once) are aborted and requeued without
   * counting an attempt. Resolves when none is running.
   */
  stop(finishMs?: number): Promise<void>
}

/** Maximum time to reclaim a dead worker's job after its lease expired, however many processes poll. ms */
const LONGEST_PAUSE_MS = 10_000

/** The polling interval of an idle process among several. @param pollMs of a single process. */
export function pauseMs(pollMs: number, processes: number): number {
  return Math.max(pollMs, Math.min(pollMs * processes, LONGEST_PAUSE_MS))
}

/** Claims jobs from the queue and runs them until it is stopped. */
export function createRunner({
  queue,
  handlers,
  lane,
  left = () => [],
  log,
  disk,
  concurrency,
  pollMs = 2_000,
  processes = () => 1,
  renewMs = 10_000,
}: RunnerOptions): Runner {
  const filter = { kinds: Object.keys(handlers), ...(lane && { lane }) }
  /** Stops claims. */
  const closing = new AbortController()
  const stopping = new AbortController()
  let workers: Promise<void>[] = []
  const held = new Set<string>()
  let ready = new AbortController()
  const removeListener = queue.onReady((job) => {
    if (job !== null && (!filter.kinds.includes(job.kind) || (lane !== undefined && lane !== job.lane))) return
    ready.abort()
    ready = new AbortController()
  })

  async function work(): Promise<void> {
    while (!closing.signal.aborted) {
      // Read before the claim, so that a job that becomes ready in between ends the wait below at once.
      const woken = ready.signal
      const job = await next()
      if (job) await run(job)
      else await idle(woken)
    }
  }

  async function next(): Promise<ClaimedJob | null> {
    try {
      return await queue.claim({ ...filter, without: left(), held: [...held] })
    } catch (error) {
      if (!disk.note(error)) log.error({ err: error }, 'claiming a job failed')
      return null
    }
  }

  async function run(job: ClaimedJob): Promise<void> {
    held.add(job.leaseToken)
    try {
      const handler = handlers[job.kind]
      if (handler === undefined) throw new Error(`received an unrequested job of kind ${job.kind}`)
      await runJob(job, { queue, handler, log, disk, stopping: stopping.signal, renewMs })
    } catch (error) {
      // The lease expires and the job is claimed again.
      if (!disk.note(error)) log.error({ job: job.id, err: error }, 'the outcome of a job could not be stored')
    } finally {
      held.delete(job.leaseToken)
    }
  }

  async function idle(woken: AbortSignal): Promise<void> {
    const over = AbortSignal.any([woken, closing.signal])
    // The signal rejects the delay to cut it short.
    await delay(pauseMs(pollMs, processes()), undefined, { signal: over }).catch(() => {})
  }

  return {
    start() {
      workers = Array.from({ length: concurrency }, work)
    },
    async stop(finishMs = 0) {
      closing.abort()
      removeListener()
      if (finishMs === 0) stopping.abort()
      const late = setTimeout(() => stopping.abort(), finishMs)
      await Promise.all(workers)
      clearTimeout(late)
    },
  }
}
