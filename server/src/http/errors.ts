import type { Context } from 'hono'
import { HTTPException } from 'hono/http-exception'
import { ERROR_STATUS, type ErrorCode } from '@callfolio/shared/contract/api-error.ts'
import { AppError } from '../kernel/errors.ts'
import { describeError } from '../kernel/loggable-error.ts'
import { errorResponse, type AppEnv } from './app.ts'

/** Writes an error's body with its status. */
type Answer = (c: Context<AppEnv>, code: ErrorCode, message: string) => Response

/** Maps everything thrown to an error body, once. Nothing of a stack trace leaves the server. */
export function answerErrors(answer: Answer): (error: Error, c: Context<AppEnv>) => Response {
  return (error, c) => {
    if (error instanceof AppError) {
      // A client's mistakes are its own; what the server could not do its operator must learn.
      if (ERROR_STATUS[error.code] >= 500) c.var.log.error({ detail: describeError(error) }, 'request refused')
      return answer(c, error.code, error.message)
    }
    if (error instanceof HTTPException) {
      if (error.res) return error.res
      if (error.status === 413) return answer(c, 'payload_too_large', 'The request is too large.')
      return answer(c, 'invalid_request', error.message || 'The request could not be read.')
    }
    c.var.log.error({ err: error, detail: describeError(error) }, 'request failed')
    return answer(c, 'internal', 'Something went wrong on the server. Please try again.')
  }
}

/** The JSON API's way. */
export const onError = answerErrors(errorResponse)
