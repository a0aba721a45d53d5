import { DetailedError } from 'tus-js-client'
import { ApiError } from '../../api-client.ts'
import { apiRefusalSchema, type ErrorCode } from '../../contract/api-error.ts'
import { FAILURES } from '../../failures.ts'
import { tooLargeMessage } from '../../recording-limits.ts'
import { BrowserFailure, UPLOAD_FAILED } from '../get-failure.ts'

/** The file was changed or removed while it was being sent. */
export class FileUnreadable extends BrowserFailure {
  constructor(options?: ErrorOptions) {
    super('file_unreadable', undefined, options)
  }
}

/** Why an upload attempt ended. `status` null: no answer. */
export interface UploadFailure {
  status: number | null
  /** User-facing: the server's own sentence if there is one. */
  error: Error
}

/** Converts the tus client's errors. @param fileSize bytes, for the message about a file that is too large. */
export function toUploadFailure(thrown: unknown, fileSize: number): UploadFailure {
  if (thrown instanceof ApiError) return { status: thrown.status, error: thrown }
  if (!(thrown instanceof DetailedError))
    return { status: null, error: thrown instanceof Error ? thrown : new Error(String(thrown)) }
  // Errors from our own hooks (signed out) are wrapped.
  if (thrown.causingError instanceof ApiError) return toUploadFailure(thrown.causingError, fileSize)
  const response = thrown.originalResponse
  if (!response || response.getStatus() === 0) return { status: null, error: thrown }
  return { status: response.getStatus(), error: toApiError(response.getStatus(), response.getBody(), fileSize) }
}

function toApiError(status: number, body: string, fileSize: number): ApiError {
  const said = apiRefusalSchema.safeParse(readJson(body))
  if (said.success) return new ApiError(said.data.error.code, status, said.data.error.message)
  const [code, message] = fallbackFor(status, fileSize)
  return new ApiError(code, status, message)
}

/** Answers to HEAD have no body, and a proxy's body is no sentence of ours. */
function fallbackFor(status: number, fileSize: number): [code: ErrorCode | 'unreadable', message: string] {
  if (status === 401) return ['no_authorization', FAILURES.no_authorization.sentence]
  if (status === 413) return ['payload_too_large', tooLargeMessage(fileSize)]
  if (status === 415) return ['not_a_video', FAILURES.not_a_video.sentence]
  return ['unreadable', UPLOAD_FAILED]
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
