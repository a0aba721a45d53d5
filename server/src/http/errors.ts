import type { Context } from 'hono'
import { HTTPException } from 'hono/http-exception'
import { ERROR_STATUS } from '@callfolio/shared/contract/api-error.ts'
import { AppError } from '../kernel/errors.ts'
import { describeError } from '../kernel/loggable-error.ts'
import { errorResponse, type AppEnv } from './app.ts'

/** Maps everything thrown to an error body, once. Nothing of a stack trace leaves the server. */
export function onError(error: Error, c: Context<AppEnv>): Response {
  if (error instanceof AppError) {
    // A client's mistakes are its own; what the server could not do its operator must learn.
    if (ERROR_STATUS[error.code] >= 500) c.var.log.error({ detail: describeError(error) }, 'request refused')
    return errorResponse(c, error.code, error.message)
  }
  if (error instanceof HTTPException) {
    if (error.status === 413) return errorResponse(c, 'payload_too_large', 'The request is too large.')
    if (error.res) return error.res
    return errorResponse(c, 'invalid_request', 'The request could not be read.')
  }
  c.var.log.error({ err: error, detail: describeError(error) }, 'request failed')
  return errorResponse(c, 'internal', 'Something went wrong on the server. Please try again.')
}
