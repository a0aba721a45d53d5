import { OpenAPIHono, z } from '@hono/zod-openapi'
import type { Context } from 'hono'
import type { ContentfulStatusCode } from 'hono/utils/http-status'
import { ERROR_STATUS, type ErrorCode } from '@callfolio/shared/contract/api-error.ts'
import { MICROSITE_PATHS } from '@callfolio/shared/contract/microsite.ts'
import { SHARE_PATHS } from '@callfolio/shared/contract/share.ts'
import type { AppError } from '../kernel/errors.ts'
import type { Logger } from '../kernel/logger.ts'

/** The signed-in caller, as set by `requireUser`. */
export interface Caller {
  userId: string
  sessionId: string
}

/** The context variables that middleware sets. */
export interface AppEnv {
  Variables: { requestId: string; caller: Caller; log: Logger }
}

/** The whole HTTP app. */
export type App = OpenAPIHono<AppEnv>

/** A router that validates bodies, queries, headers and paths with the schemas that also describe them. */
export function createRouter(): OpenAPIHono<AppEnv> {
  return new OpenAPIHono<AppEnv>({
    defaultHook: (result, c) => {
      if (!result.success) return errorResponse(c, 'invalid_request', firstProblem(result.error))
      return undefined
    },
  })
}

/** The server functions, with the additional fields of their refusals. */
const FUNCTIONS: Partial<Record<string, { success?: false }>> = {
  [SHARE_PATHS.create]: { success: false },
  [SHARE_PATHS.getShared]: { success: false },
  [MICROSITE_PATHS.processMeeting]: {},
}

/** The JSON API's error body with its status; a server function's is `{error, code}` with a plain message. */
export function errorResponse(c: Context, code: ErrorCode, message: string): Response {
  const ofFunction = FUNCTIONS[c.req.path]
  return c.json(
    ofFunction ? { ...ofFunction, error: message, code } : { error: { code, message } },
    ERROR_STATUS[code] as ContentfulStatusCode,
  )
}

/** Sets `Retry-After` if the error has a wait. */
export function setRetryAfter(c: Context, { retryAfterSeconds }: Pick<AppError, 'retryAfterSeconds'>): void {
  if (retryAfterSeconds !== undefined) c.header('Retry-After', String(retryAfterSeconds))
}

/** Paths that programs call; people open all others in a browser. */
const PROGRAM_PATHS = /^\/(api|auth\/v1|files|storage)(\/|$)/

/** A refusal in the form that its request expects: JSON for programs, text for people in a browser. */
export function refusalResponse(c: Context, code: ErrorCode, message: string): Response {
  return asksForJson(c) ? errorResponse(c, code, message) : c.text(message, ERROR_STATUS[code] as ContentfulStatusCode)
}

/** Whether a program sent the request. */
export function asksForJson(c: Context): boolean {
  const accept = c.req.header('accept') ?? ''
  return PROGRAM_PATHS.test(c.req.path) || (accept.includes('json') && !accept.includes('text/html'))
}

/**
 * One sentence on the first problem of a request. It never starts with a field's name, because forms show it to users.
 */
export function firstProblem(error: z.core.$ZodError): string {
  const [issue] = error.issues
  if (issue?.code === 'unrecognized_keys') return `This request has an unknown field: “${issue.keys[0] ?? ''}”.`
  const where = issue?.path.join('.') ?? ''
  if (!issue || (where === '' && isRaw(issue))) return 'Invalid request.'
  if (isRaw(issue)) return `“${where}” is missing or invalid.`
  return issue.message
}

const { localeError } = z.locales.en()

/** Whether the message is the library's own, which names types for developers. */
function isRaw(issue: z.core.$ZodIssue): boolean {
  // The library can't reproduce this message without the received value.
  return issue.code === 'invalid_type' || issue.message === localeError({ ...issue, input: undefined })
}
