import { ERROR_STATUS, apiErrorSchema, type ErrorCode } from '@callfolio/shared/contract/api-error.ts'
import { tooLargeMessage } from '@callfolio/shared/recording-limits.ts'
import { ERRORS } from '@tus/server'
import type { z } from 'zod'
import { cannotStore, getDiskTrouble } from '../kernel/disk-trouble.ts'
import type { DiskWatch } from '../kernel/disk-watch.ts'
import { AppError } from '../kernel/errors.ts'
import { CONNECTION_LOST_MESSAGE, isConnectionLost } from '../kernel/lost-connection.ts'

interface TusError {
  status_code: number
  body: string
}

const SENTENCES: Readonly<Record<number, readonly [ErrorCode, string]>> = {
  400: ['invalid_request', 'Invalid upload request.'],
  403: ['invalid_request', 'Invalid upload request.'],
  404: ['not_found', 'Upload not found.'],
  409: ['conflict', 'Upload offset mismatch.'],
  410: ['not_found', 'The upload has expired.'],
  412: ['invalid_request', 'The upload request has no tus protocol version.'],
  413: ['payload_too_large', 'The upload is larger than its declared size.'],
  501: ['invalid_request', 'This upload type isn’t supported.'],
}

/** Adds the status and the JSON API's error body to an error thrown below tus. */
export async function toTusError(
  error: Error | TusError,
  { maxBytes, disk }: { maxBytes: number; disk: Pick<DiskWatch, 'note' | 'check'> },
): Promise<TusError> {
  disk.note(error)
  if (error instanceof AppError)
    return { status_code: ERROR_STATUS[error.code], body: jsonError(error.code, error.message) }
  if (getDiskTrouble(error) !== null || (await isDiskBehind(error, disk)))
    return toTusError(cannotStore(error), { maxBytes, disk })
  if (isConnectionLost(error)) return { status_code: 503, body: jsonError('unavailable', CONNECTION_LOST_MESSAGE) }
  const { status_code, body } = 'status_code' in error ? error : { status_code: 500, body: '' }
  if (body === ERRORS.ABORTED.body)
    return { status_code: 409, body: jsonError('conflict', 'Another request took over this upload.') }
  if (body === ERRORS.ERR_MAX_SIZE_EXCEEDED.body)
    return { status_code, body: jsonError('payload_too_large', tooLargeMessage(maxBytes + 1)) }
  return { status_code, body: sentenceFor(status_code) }
}

/** tus does not report why bytes could not be written: the sender may also have disconnected. */
async function isDiskBehind(refusal: Error | TusError, disk: Pick<DiskWatch, 'check'>): Promise<boolean> {
  if (!('body' in refusal) || refusal.body !== ERRORS.FILE_WRITE_ERROR.body) return false
  return (await disk.check().catch(() => null)) !== null
}

/** Converts an error response of tus to the JSON API's error; tus sends some as plain text directly. */
export async function asApiError(response: Response): Promise<Response> {
  const text = await response.text()
  const body = isApiError(text) ? text : sentenceFor(response.status)
  const headers = new Headers(response.headers)
  headers.set('Content-Type', 'application/json')
  headers.set('Content-Length', String(Buffer.byteLength(body)))
  return new Response(body, { status: response.status, headers })
}

function sentenceFor(status: number): string {
  const [code, message] = SENTENCES[status] ?? ['internal', 'The upload failed. Try again.']
  return jsonError(code, message)
}

function jsonError(code: ErrorCode, message: string): string {
  return JSON.stringify({ error: { code, message } } satisfies z.infer<typeof apiErrorSchema>)
}

function isApiError(text: string): boolean {
  try {
    return apiErrorSchema.safeParse(JSON.parse(text)).success
  } catch {
    return false
  }
}
