import { setTimeout as delay } from 'node:timers/promises'
import type { DiskWatch } from '../kernel/disk-watch.ts'
import type { Logger } from '../kernel/logger.ts'
import type { JobHandler } from './handler.ts'
import type { Lane } from './lanes.ts'
import type { ClaimedJob, Queue } from './queue.ts'
import { runJob } from './run-job.ts'

export interface RunnerOptions {
  queue: Queue
  /** By the job's kind; jobs of other kinds are left to others. */
  handlers: Record<string, JobHandler>
  /** Takes jobs of this lane only; absent: of both. */
  lane?: Lane
  /** What jobs need that are left to other workers just now. */
  left?: () => readonly string[]
  log: Logger
  /** Its troubles have a line of their own in the log. */
  disk: Pick<DiskWatch, 'note'>
  /** Jobs that run at the same time in this process. */
  concurrency: number
  /** How often an idle worker polls for jobs of other processes and those whose time has come. */
  pollMs?: number
  /** How many processes poll for these jobs: together they poll as often as one would. */
  processes?: () => number
  renewMs?: number
}

export interface Runner {
  start(): void
  /**
   * Takes no more jobs. What still runs after `finishMs` (absent: at once) is aborted and put back without counting an
   * attempt. Resolves when all is quiet.
   */
  stop(finishMs?: number): Promise<void>
}

/** After a lease has run out, a dead worker's job is another's within this time, however many poll. ms */
const LONGEST_PAUSE_MS = 10_000

/** How long an idle one of several processes waits before it polls again. @param pollMs of one that is the only one. */
export function pauseMs(pollMs: number, processes: number): number {
  return Math.max(pollMs, Math.min(pollMs * processes, LONGEST_PAUSE_MS))
}

/** Takes jobs from the queue and runs them until it is stopped. */
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
  /** Nothing more is taken. */
  const closing = new AbortController()
  const stopping = new AbortController()
  let workers: Promise<void>[] = []
  const held = new Set<string>()
  let ready = new AbortController()
  const removeListener = queue.onReady(() => {
    ready.abort()
    ready = new AbortController()
  })

  async function work(): Promise<void> {
    while (!closing.signal.aborted) {
      // Taken before the claim: a job that becomes ready in between wakes the wait below at once.
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
      if (!disk.note(error)) log.error({ err: error }, 'no job could be claimed')
      return null
    }
  }

  async function run(job: ClaimedJob): Promise<void> {
    held.add(job.leaseToken)
    try {
      const handler = handlers[job.kind]
      if (handler === undefined) throw new Error(`jobs of kind ${job.kind} were not asked for`)
      await runJob(job, { queue, handler, log, disk, stopping: stopping.signal, renewMs })
    } catch (error) {
      // The lease runs out by itself and the job comes back.
      if (!disk.note(error)) log.error({ job: job.id, err: error }, 'the outcome of a job could not be stored')
    } finally {
      held.delete(job.leaseToken)
    }
  }

  async function idle(woken: AbortSignal): Promise<void> {
    const over = AbortSignal.any([woken, closing.signal])
    // It rejects when it is cut short, which is what the signal is for.
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
