import { ApiError } from '../api-client.ts'
import { FAILURES, failure, isFailureCode, type Failure, type FailureCode } from '../failures.ts'

/** Message when nothing more is known. */
export const UPLOAD_FAILED = 'Upload/Processing failed'

/** Failures in the browser itself, without an answer from the server. */
export class BrowserFailure extends Error {
  override readonly name = 'BrowserFailure'
  readonly code: FailureCode

  constructor(code: FailureCode, message: string = FAILURES[code].sentence, options?: ErrorOptions) {
    super(message, options)
    this.code = code
  }
}

/**
 * Converts a thrown error to a failure: an answer by its code or, if the code is unknown, by its status. Without an
 * answer, the server is unreachable.
 */
export function getFailure(thrown: unknown): Failure {
  if (thrown instanceof BrowserFailure) return failure(thrown.code, thrown.message)
  const message = thrown instanceof Error && thrown.message !== '' ? thrown.message : UPLOAD_FAILED
  if (!(thrown instanceof ApiError)) return failure('unreachable', message)
  const { code, status } = thrown
  if (isFailureCode(code)) return failure(code, message)
  if (status === 401) return failure('no_authorization', message)
  return { code, message, retryable: isTransientStatus(status) }
}

/** True for an answer that a retry may change: the server is busy, or its proxy lost it. */
export function isTransientStatus(status: number): boolean {
  return status >= 500 || [408, 409, 423, 425, 429].includes(status)
}
