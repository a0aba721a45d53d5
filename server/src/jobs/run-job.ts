import { setTimeout as delay } from 'node:timers/promises'
import { FAILURES } from '@callfolio/shared/failures.ts'
import { getDiskTrouble } from '../kernel/disk-trouble.ts'
import type { DiskWatch } from '../kernel/disk-watch.ts'
import { PermanentFailure, TransientFailure, WorkStopped } from '../kernel/errors.ts'
import { describeError } from '../kernel/loggable-error.ts'
import type { Logger } from '../kernel/logger.ts'
import { LongWork, type JobFailure, type JobHandler } from './handler.ts'
import type { ClaimedJob, Queue } from './queue.ts'
import { decideRetry, MOST_STOPS, STOPPED, type RetryDecision } from './retry-decision.ts'

export interface RunJobOptions {
  queue: Queue
  handler: JobHandler
  log: Logger
  disk: Pick<DiskWatch, 'note'>
  /** Aborted when the process shuts down. */
  stopping: AbortSignal
  /** How often the lease is renewed; well below its duration. */
  renewMs: number
}

/** Runs a claimed job until it ends, is released or loses its lease. Rejects only when the queue can't be written. */
export async function runJob(
  job: ClaimedJob,
  { queue, handler, log, disk, stopping, renewMs }: RunJobOptions,
): Promise<void> {
  const lost = new AbortController()
  let farthest = 0
  let { stops } = job
  const renew = () =>
    queue.renew(job).then(
      (held) => held || lost.abort(),
      (error: unknown) =>
        disk.note(error) || log.warn({ job: job.id, error: describeError(error) }, 'the lease could not be renewed'),
    )
  const renewal = setInterval(() => void renew(), renewMs)
  // Only the lease proves the removal: a job with the same ID may have been added since.
  const removeListener = queue.onRemoved((id) => {
    if (id === null || id === job.id) void renew()
  })
  try {
    const verdict = await attempt()
    // A lost job belongs to another worker, so nothing more is reported about it.
    if (lost.signal.aborted) log.warn({ job: job.id }, 'the lease was lost')
    else await stored(() => conclude(verdict))
  } finally {
    clearInterval(renewal)
    removeListener()
  }

  async function attempt(): Promise<RetryDecision | 'done'> {
    try {
      if (stops > 0 && handler.reached) await advance(await handler.reached(job.id))
      if (stops >= (handler.stops ?? MOST_STOPS)) return { kind: 'fail', failure: STOPPED }
      const { id, attempt, lane } = job
      const signal = AbortSignal.any([stopping, lost.signal])
      await handler.run({ id, attempt, lane, signal, advance })
      return 'done'
    } catch (error) {
      // Anything a handler throws after an abort is caused by the abort.
      if (stopping.aborted) return { kind: 'retry', delayMs: 0, countsAsAttempt: false }
      const verdict = decideRetry(error, { ...job, stops }, handler)
      if (!lost.signal.aborted) report(error, verdict)
      return verdict
    }
  }

  async function conclude(verdict: RetryDecision | 'done'): Promise<void> {
    if (verdict === 'done') await ended(queue.complete(job))
    else if (verdict.kind === 'retry') await queue.release({ ...job, stops }, verdict)
    else await end(verdict.failure)
  }

  /** Retries writes until the disk has space: an expired lease would count as an ended process. */
  async function stored(write: () => Promise<void>): Promise<void> {
    const over = AbortSignal.any([stopping, lost.signal])
    for (;;) {
      try {
        return await write()
      } catch (error) {
        disk.note(error)
        if (over.aborted || getDiskTrouble(error) === null) throw error
        await delay(renewMs, undefined, { signal: over }).catch(() => {})
      }
    }
  }

  async function advance(milestone: number): Promise<void> {
    if (milestone <= farthest) return
    farthest = milestone
    if (await queue.advance(job, milestone)) stops = 0
  }

  async function end(failure: JobFailure): Promise<void> {
    try {
      await handler.onFailed(job.id, failure)
    } catch (error) {
      if (getDiskTrouble(error) !== null) throw error
      log.error({ job: job.id, err: error }, 'the failure could not be recorded')
      await queue.release(job, { delayMs: renewMs, countsAsAttempt: true })
      return
    }
    await ended(queue.fail(job, getReason(failure)))
  }

  async function ended(written: Promise<boolean>): Promise<void> {
    if (await written) await handler.onEnded?.(job.id)
  }

  function report(error: unknown, verdict: RetryDecision): void {
    if (error instanceof LongWork) return
    const facts = { job: job.id, attempt: job.attempt, ...forOperators(verdict) }
    if (disk.note(error)) return
    const expected = [PermanentFailure, TransientFailure, WorkStopped].some((kind) => error instanceof kind)
    const isRefusal = error instanceof PermanentFailure && error.code === 'ai_refused'
    if (isRefusal) log.warn(facts, 'the job failed')
    else if (expected) log.warn({ ...facts, error: describeError(error) }, 'the job failed')
    else log.error({ ...facts, err: error }, 'the job failed with an unexpected error')
  }
}

function forOperators(verdict: RetryDecision): RetryDecision {
  if (verdict.kind !== 'fail') return verdict
  return { ...verdict, failure: { ...verdict.failure, message: getReason(verdict.failure) } }
}

/** For operators, who may not read call content: an AI server may repeat its input. The owner gets the full message. */
function getReason({ code, message }: JobFailure): string {
  return code === 'ai_refused' ? FAILURES.ai_refused.sentence : message
}
