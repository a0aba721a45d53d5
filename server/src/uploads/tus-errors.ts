import { ERROR_STATUS, apiErrorSchema, type ErrorCode } from '@callfolio/shared/contract/api-error.ts'
import { tooLargeMessage } from '@callfolio/shared/recording-limits.ts'
import { ERRORS } from '@tus/server'
import { AppError } from '../kernel/errors.ts'

interface TusError {
  status_code: number
  body: string
}

const SENTENCES: Readonly<Record<number, readonly [ErrorCode, string]>> = {
  400: ['invalid_request', 'The upload request could not be read.'],
  403: ['invalid_request', 'The upload request could not be read.'],
  404: ['not_found', 'Upload not found.'],
  409: ['conflict', 'The upload goes on at another place of the file.'],
  410: ['not_found', 'The upload has expired.'],
  412: ['invalid_request', 'The upload request names no version of the tus protocol.'],
  413: ['payload_too_large', 'More bytes came than the upload had announced.'],
  501: ['invalid_request', 'This kind of upload is not supported.'],
}

/** Gives an error thrown below tus its status, and the JSON API's error as its body. */
export function toTusError(error: Error | TusError, maxBytes: number): TusError {
  if (error instanceof AppError)
    return { status_code: ERROR_STATUS[error.code], body: jsonError(error.code, error.message) }
  const { status_code, body } = 'status_code' in error ? error : { status_code: 500, body: '' }
  if (body === ERRORS.ABORTED.body)
    return { status_code: 409, body: jsonError('conflict', 'Another request has taken the upload over.') }
  if (body === ERRORS.ERR_MAX_SIZE_EXCEEDED.body)
    return { status_code, body: jsonError('payload_too_large', tooLargeMessage(maxBytes + 1)) }
  return { status_code, body: sentenceFor(status_code) }
}

/** An error answer of tus as the JSON API's error; tus writes some as plain text without asking. */
export async function asApiError(response: Response): Promise<Response> {
  const text = await response.text()
  const body = isApiError(text) ? text : sentenceFor(response.status)
  const headers = new Headers(response.headers)
  headers.set('Content-Type', 'application/json')
  headers.set('Content-Length', String(Buffer.byteLength(body)))
  return new Response(body, { status: response.status, headers })
}

function sentenceFor(status: number): string {
  const [code, message] = SENTENCES[status] ?? ['internal', 'Something went wrong with the upload. Please try again.']
  return jsonError(code, message)
}

function jsonError(code: ErrorCode, message: string): string {
  return JSON.stringify({ error: { code, message } } satisfies (typeof apiErrorSchema)['_output'])
}

function isApiError(text: string): boolean {
  try {
    return apiErrorSchema.safeParse(JSON.parse(text)).success
  } catch {
    return false
  }
}
