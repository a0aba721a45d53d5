import { FAILURES } from '@callfolio/shared/failures.ts'
import { PermanentFailure, TransientFailure } from '../kernel/errors.ts'
import type { JobFailure } from './handler.ts'

/** Unless its handler says otherwise: a job that fails the last try ends. */
const ATTEMPTS = 5

/**
 * A process that is killed over and over (out of memory, say) by the same job must not be killed for ever, and a service
 * that asks for one wait after another is not obeyed for ever.
 */
export const MAX_CLAIMS = 20

const FIRST_DELAY_MS = 5_000
const DELAY_FACTOR = 3
/** Bounds of the wait that a service may ask for; the upper one holds for our own too. */
const SHORTEST_WAIT_MS = 1_000
const LONGEST_WAIT_MS = 3_600_000

/** What happens to a job whose handler threw. */
export type RetryDecision =
  | { kind: 'retry'; delayMs: number; countsAsAttempt: boolean }
  | { kind: 'fail'; failure: JobFailure }

/** When the reason is ours. */
export const OUR_FAULT: JobFailure = { code: 'processing_failed', message: FAILURES.processing_failed.sentence }

/**
 * Decides between another try and the end.
 * @param attempt 1 at the first try.
 * @param attempts how many there are.
 */
export function decideRetry(error: unknown, attempt: number, attempts = ATTEMPTS): RetryDecision {
  if (error instanceof PermanentFailure) return { kind: 'fail', failure: failureOf(error) }
  if (error instanceof TransientFailure && error.retryAfterMs !== undefined && attempt < MAX_CLAIMS) {
    const delayMs = Math.min(Math.max(error.retryAfterMs, SHORTEST_WAIT_MS), LONGEST_WAIT_MS)
    return { kind: 'retry', delayMs, countsAsAttempt: true }
  }
  if (attempt < attempts) {
    const delayMs = Math.min(FIRST_DELAY_MS * DELAY_FACTOR ** (attempt - 1), LONGEST_WAIT_MS)
    return { kind: 'retry', delayMs, countsAsAttempt: true }
  }
  return { kind: 'fail', failure: error instanceof TransientFailure ? failureOf(error) : OUR_FAULT }
}

function failureOf({ code, message }: PermanentFailure | TransientFailure): JobFailure {
  return { code, message }
}
