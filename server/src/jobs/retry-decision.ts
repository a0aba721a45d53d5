import { FAILURES } from '@callfolio/shared/failures.ts'
import { diskTroubleOf } from '../kernel/disk-trouble.ts'
import { PermanentFailure, TransientFailure, WorkStopped } from '../kernel/errors.ts'
import { LongWork, type JobFailure, type JobHandler } from './handler.ts'
import type { ClaimedJob, ReleaseOptions } from './queue.ts'

/** Unless its handler says otherwise: a job that fails the last try ends. */
const ATTEMPTS = 5

/** A service that asks for one wait after another is not obeyed for ever. */
const MOST_WAITS = 20
/** Unless its handler says otherwise: a job that ends its process (out of memory, say) so often in one place ends too. */
export const MOST_STOPS = 2

const FIRST_DELAY_MS = 5_000
const DELAY_FACTOR = 3
/** Bounds of the wait that a service may ask for; the upper one holds for our own too. */
const SHORTEST_WAIT_MS = 1_000
const LONGEST_WAIT_MS = 3_600_000
/** Room on the disk is made by people; a moment without any passes sooner. */
const LONGEST_DISK_WAIT_MS = 60_000

/** When nothing could be stored for too long. */
const DISK_FULL: JobFailure = { code: 'disk_full', message: FAILURES.disk_full.sentence }

/** What happens to a job whose handler threw. */
export type RetryDecision = ({ kind: 'retry' } & ReleaseOptions) | { kind: 'fail'; failure: JobFailure }

/** When a process ended with it too often. */
export const STOPPED: JobFailure = { code: 'work_stopped', message: FAILURES.work_stopped.sentence }

/** When the reason is ours. */
const OUR_FAULT: JobFailure = { code: 'processing_failed', message: FAILURES.processing_failed.sentence }

/**
 * Decides between another try and the end.
 * @param job `stops`: how often a process ended with it before.
 * @param handler how often it is tried at most.
 */
export function decideRetry(
  error: unknown,
  { attempt, stops }: Pick<ClaimedJob, 'attempt' | 'stops'>,
  { attempts = ATTEMPTS, stops: mostStops = MOST_STOPS }: Pick<JobHandler, 'attempts' | 'stops'> = {},
): RetryDecision {
  if (error instanceof LongWork) return { kind: 'retry', delayMs: 0, countsAsAttempt: false, lane: 'long' }
  if (error instanceof WorkStopped) {
    if (stops + 1 < mostStops) return { kind: 'retry', delayMs: FIRST_DELAY_MS, countsAsAttempt: true, stopped: true }
    return { kind: 'fail', failure: { code: error.code, message: FAILURES[error.code].sentence } }
  }
  if (isDiskFull(error)) {
    const delayMs = Math.min(FIRST_DELAY_MS * 2 ** (attempt - 1), LONGEST_DISK_WAIT_MS)
    if (attempt < MOST_WAITS) return { kind: 'retry', delayMs, countsAsAttempt: true }
    return { kind: 'fail', failure: DISK_FULL }
  }
  if (error instanceof PermanentFailure) return { kind: 'fail', failure: failureOf(error) }
  if (error instanceof TransientFailure && error.retryAfterMs !== undefined && attempt < MOST_WAITS) {
    const delayMs = Math.min(Math.max(error.retryAfterMs, SHORTEST_WAIT_MS), LONGEST_WAIT_MS)
    return { kind: 'retry', delayMs, countsAsAttempt: true }
  }
  if (attempt < attempts) {
    const delayMs = Math.min(FIRST_DELAY_MS * DELAY_FACTOR ** (attempt - 1), LONGEST_WAIT_MS)
    return { kind: 'retry', delayMs, countsAsAttempt: true }
  }
  return { kind: 'fail', failure: error instanceof TransientFailure ? failureOf(error) : OUR_FAULT }
}

function isDiskFull(error: unknown): boolean {
  return diskTroubleOf(error) !== null || (error instanceof TransientFailure && error.code === 'disk_full')
}

function failureOf({ code, message }: PermanentFailure | TransientFailure): JobFailure {
  return { code, message }
}
