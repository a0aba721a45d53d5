import { OpenAPIHono } from '@hono/zod-openapi'
import type { Context } from 'hono'
import type { ContentfulStatusCode } from 'hono/utils/http-status'
import { ERROR_STATUS, type ErrorCode } from '@callfolio/shared/contract/api-error.ts'
import { firstProblem, type AppEnv } from './app.ts'
import { answerErrors } from './errors.ts'

/** A router for the specification's server functions, whose every error is `{success: false, error, code}` with a plain string. */
export function createFunctionRouter(): OpenAPIHono<AppEnv> {
  const router = new OpenAPIHono<AppEnv>({
    defaultHook: (result, c) => (result.success ? undefined : refuse(c, 'invalid_request', firstProblem(result.error))),
  })
  router.onError(answerErrors(refuse))
  return router
}

function refuse(c: Context, code: ErrorCode, message: string): Response {
  return c.json({ success: false, error: message, code }, ERROR_STATUS[code] as ContentfulStatusCode)
}
