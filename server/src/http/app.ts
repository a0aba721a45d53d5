import { OpenAPIHono, type z } from '@hono/zod-openapi'
import type { Context } from 'hono'
import type { ContentfulStatusCode } from 'hono/utils/http-status'
import { ERROR_STATUS, type ErrorCode } from '@callfolio/shared/contract/api-error.ts'
import type { Logger } from '../kernel/logger.ts'

/** The signed-in caller, as `requireUser` left it. */
export interface Caller {
  userId: string
  sessionId: string
}

/** Types of what middleware leaves in the context. */
export interface AppEnv {
  Variables: { requestId: string; caller: Caller; log: Logger }
}

/** The whole HTTP surface. */
export type App = OpenAPIHono<AppEnv>

/** A router whose bodies, queries, headers and paths are checked by the schemas that also describe them. */
export function createRouter(): OpenAPIHono<AppEnv> {
  return new OpenAPIHono<AppEnv>({
    defaultHook: (result, c) => {
      if (!result.success) return errorResponse(c, 'invalid_request', firstProblem(result.error))
      return undefined
    },
  })
}

/** The JSON API's error body with its status. */
export function errorResponse(c: Context, code: ErrorCode, message: string): Response {
  return c.json({ error: { code, message } }, ERROR_STATUS[code] as ContentfulStatusCode)
}

/** One sentence for the first thing that is wrong with a request. */
export function firstProblem(error: z.core.$ZodError): string {
  const [issue] = error.issues
  if (!issue) return 'The request could not be read.'
  const where = issue.path.join('.')
  return where === '' ? issue.message : `${where}: ${issue.message}`
}
