import { setTimeout as delay } from 'node:timers/promises'
import { TransientFailure } from '../kernel/errors.ts'
import { timeInWords } from '../kernel/time-in-words.ts'
import { failureOf } from './failures.ts'

/** Of one request, the first included. */
const MOST_TRIES = 4
/** A server that asks for a longer wait is given up instead. */
const LONGEST_WAIT_MS = 60_000
/** Where the server names no time: before the second try, and how many times as long before each further one. */
export const FIRST_WAIT_MS = 500
const WAIT_FACTOR = 3
/** Between two words about a wait. */
const REPORT_INTERVAL_MS = 1000

export interface TryOptions {
  signal: AbortSignal
  /** How long one try may take, to the last byte of its answer. */
  requestMs: number
  /** ms before the second try, where the server names no time. */
  firstWaitMs: number
  /** Told about every second how long it is still waited before the next try, ms; 0 at the end. */
  onWait?: ((leftMs: number) => void) | undefined
}

/**
 * Sends a request, and again after a wait when it failed for a moment. One that was not answered in time is not sent again.
 * @throws {TransientFailure} or {PermanentFailure}, or the signal's own reason.
 */
export async function withRetries<T>(
  send: (signal: AbortSignal) => Promise<T>,
  { signal, requestMs, firstWaitMs, onWait }: TryOptions,
): Promise<T> {
  for (let tries = 1; ; tries++) {
    signal.throwIfAborted()
    const limit = AbortSignal.timeout(requestMs)
    try {
      return await send(AbortSignal.any([signal, limit]))
    } catch (error) {
      if (limit.aborted && !signal.aborted)
        throw new TransientFailure('ai_timed_out', `The AI server did not answer within ${timeInWords(requestMs)}.`, {
          cause: error,
        })
      const failure = failureOf(error, signal)
      const waitMs =
        failure instanceof TransientFailure ? (failure.retryAfterMs ?? firstWaitMs * WAIT_FACTOR ** (tries - 1)) : null
      if (waitMs === null || waitMs > LONGEST_WAIT_MS || tries === MOST_TRIES) throw failure
      await waitWithProgress(waitMs, signal, onWait)
    }
  }
}

async function waitWithProgress(waitMs: number, signal: AbortSignal, onWait: TryOptions['onWait']): Promise<void> {
  for (let leftMs = waitMs; leftMs > 0; leftMs -= REPORT_INTERVAL_MS) {
    onWait?.(leftMs)
    // It rejects when it is cut short, and the next try begins by looking at the signal.
    await delay(Math.min(leftMs, REPORT_INTERVAL_MS), undefined, { signal }).catch(() => {})
    if (signal.aborted) return
  }
  onWait?.(0)
}
