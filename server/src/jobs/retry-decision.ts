import { FAILURES } from '@callfolio/shared/failures.ts'
import { getDiskTrouble } from '../kernel/disk-trouble.ts'
import { PermanentFailure, TransientFailure, WorkStopped } from '../kernel/errors.ts'
import { LongWork, type JobFailure, type JobHandler } from './handler.ts'
import type { ClaimedJob, ReleaseOptions } from './queue.ts'

/** Default number of attempts, after which a job fails. */
const ATTEMPTS = 5

/** Maximum number of consecutive waits a service may ask for. */
const MOST_WAITS = 20
/** Default number of process ends (such as out of memory) at one place, after which a job fails. */
export const MOST_STOPS = 2

const FIRST_DELAY_MS = 5_000
const DELAY_FACTOR = 3
/** Limits of the wait a service may ask for; the upper one also limits our own. */
const SHORTEST_WAIT_MS = 1_000
const LONGEST_WAIT_MS = 3_600_000
/** Freeing disk space takes a person, but a brief shortage passes sooner. */
const LONGEST_DISK_WAIT_MS = 60_000

/** The failure when nothing could be stored for too long. */
const DISK_FULL: JobFailure = { code: 'disk_full', message: FAILURES.disk_full.sentence }

/** The decision for a job whose handler threw. */
export type RetryDecision = ({ kind: 'retry' } & ReleaseOptions) | { kind: 'fail'; failure: JobFailure }

/** The failure when a process ended with it too often. */
export const STOPPED: JobFailure = { code: 'work_stopped', message: FAILURES.work_stopped.sentence }

/** The failure when this server is the cause. */
const OUR_FAULT: JobFailure = { code: 'processing_failed', message: FAILURES.processing_failed.sentence }

/**
 * Decides between a retry and a permanent failure.
 * @param job `stops`: how often a process ended with it before.
 * @param handler its maximum attempts.
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
  if (error instanceof PermanentFailure) return { kind: 'fail', failure: getFailure(error) }
  if (error instanceof TransientFailure && error.retryAfterMs !== undefined && attempt < MOST_WAITS) {
    const delayMs = Math.min(Math.max(error.retryAfterMs, SHORTEST_WAIT_MS), LONGEST_WAIT_MS)
    return { kind: 'retry', delayMs, countsAsAttempt: true }
  }
  if (attempt < attempts) {
    const delayMs = Math.min(FIRST_DELAY_MS * DELAY_FACTOR ** (attempt - 1), LONGEST_WAIT_MS)
    return { kind: 'retry', delayMs, countsAsAttempt: true }
  }
  return { kind: 'fail', failure: error instanceof TransientFailure ? getFailure(error) : OUR_FAULT }
}

function isDiskFull(error: unknown): boolean {
  return getDiskTrouble(error) !== null || (error instanceof TransientFailure && error.code === 'disk_full')
}

function getFailure({ code, message }: PermanentFailure | TransientFailure): JobFailure {
  return { code, message }
}
