import type { ErrorCode } from '@callfolio/shared/contract/api-error.ts'
import { FAILURES, type FailureCode, type TransientCode } from '@callfolio/shared/failures.ts'
import { timeInWords } from './time-in-words.ts'

/**
 * An error that clients may see: `code` determines the HTTP status, `message` is one user-facing sentence.
 * `retryAfterSeconds`: when to retry, if known.
 */
export class AppError extends Error {
  override readonly name = 'AppError'
  readonly code: ErrorCode
  readonly retryAfterSeconds: number | undefined

  constructor(code: ErrorCode, message: string, options?: ErrorOptions & { retryAfterSeconds?: number | undefined }) {
    super(message, options)
    this.code = code
    this.retryAfterSeconds = options?.retryAfterSeconds
  }
}

/**
 * Every limit error has its wait time in its sentence and in `Retry-After`. @param what exceeded the limit, a
 * sentence.
 */
export function tooManyRequests(
  retryAfterSeconds: number,
  what = 'Too many requests.',
  options?: ErrorOptions,
): AppError {
  const message = `${what} Try again in ${timeInWords(retryAfterSeconds * 1000)}.`
  return new AppError('too_many_requests', message, { ...options, retryAfterSeconds })
}

/** A failure that a retry can't fix; `message` is the user-facing sentence, by default the code's own. */
export class PermanentFailure extends Error {
  override readonly name = 'PermanentFailure'
  readonly code: FailureCode

  constructor(code: FailureCode, message: string = FAILURES[code].sentence, options?: ErrorOptions) {
    super(message, options)
    this.code = code
  }
}

/** A failure that a retry may fix (network, 429, 5xx); `retryAfterMs` if the other side gave a time. */
export class TransientFailure extends Error {
  override readonly name = 'TransientFailure'
  readonly code: TransientCode
  readonly retryAfterMs: number | undefined

  constructor(
    code: TransientCode,
    message: string = FAILURES[code].sentence,
    options?: ErrorOptions & { retryAfterMs?: number | undefined },
  ) {
    super(message, options)
    this.code = code
    this.retryAfterMs = options?.retryAfterMs
  }
}

/** A job's worker process crashed or timed out, and may do so every time. */
export class WorkStopped extends Error {
  override readonly name = 'WorkStopped'
  readonly code: 'work_stopped' | 'work_timed_out'

  /** @param message for the operator's log. */
  constructor(code: WorkStopped['code'], message: string, options?: ErrorOptions) {
    super(message, options)
    this.code = code
  }
}

/** An invalid or incomplete setting; the message is one sentence that names it. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError'
}
