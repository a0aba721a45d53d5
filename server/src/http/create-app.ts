import { randomUUID } from 'node:crypto'
import type { CaptchaProvider } from '@callfolio/shared/captcha.ts'
import { BRAND } from '@callfolio/shared/brand.ts'
import { ERROR_STATUS } from '@callfolio/shared/contract/api-error.ts'
import { OWN_DATA_PATHS } from '@callfolio/shared/contract/own-data.ts'
import type { HttpBindings } from '@hono/node-server'
import type { OpenAPIHono } from '@hono/zod-openapi'
import type { Context, Hono } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { except } from 'hono/combine'
import { HTTPException } from 'hono/http-exception'
import { secureHeaders } from 'hono/secure-headers'
import { reportRefusedValue, REFUSED_VALUE_MESSAGE } from '../db/refusals.ts'
import { cannotStore, getDiskTrouble, type DiskTrouble } from '../kernel/disk-trouble.ts'
import type { DiskWatch } from '../kernel/disk-watch.ts'
import { AppError } from '../kernel/errors.ts'
import { describeError } from '../kernel/loggable-error.ts'
import type { Logger } from '../kernel/logger.ts'
import { CONNECTION_LOST_MESSAGE, isConnectionLost } from '../kernel/lost-connection.ts'
import { contentPolicy, mayShowCaptcha } from './content-policy.ts'
import { allowOrigins } from './allow-origins.ts'
import { createRouter, errorResponse, refusalResponse, setRetryAfter, type AppEnv } from './app.ts'
import { limitJson } from './limit-json.ts'
import type { Addresses } from './origin.ts'
import { drainRequest } from './drain-request.ts'

/** A caption file may have 5 MB of text; JSON escaping adds a little. */
const API_BODY_BYTES = 8 * 1024 * 1024

interface AppDeps {
  log: Logger
  /** True: serves only health checks, for a process that works for others. */
  healthOnly?: boolean
  /** Routers that include their full paths. */
  routers: OpenAPIHono<AppEnv>[]
  /** Routers outside the JSON API, by mount point. */
  mounts: [path: string, router: Hono<AppEnv>][]
  /** Records disk errors, and knows whether anything can be stored. */
  disk: Pick<DiskWatch, 'note' | 'check'>
  /** True behind TLS: responses have Strict-Transport-Security. */
  https: boolean
  /** The captcha provider that pages may load; absent: none. */
  captcha?: CaptchaProvider | null
  addresses: Addresses
  /** Called after each answered request. */
  onRequest?: (request: { method: string; route: string; status: number; seconds: number }) => void
}

/** A request ID from a proxy that is safe to log. */
const HARMLESS_ID = /^[\w-]{8,64}$/

/** A health check reaches the machine by an address that no other client uses. */
const HEALTH_PATHS = ['/healthz', '/readyz']

/** For the server's monitoring. Stored data can still be read. */
const NOT_READY: Readonly<Record<DiskTrouble, string>> = {
  full: 'The server is not ready: its disk is full.',
  read_only: 'The server is not ready: its disk is read-only.',
  failing: 'The server is not ready: its disk reports errors.',
}

/** The whole HTTP app, with what every request gets: an ID, a log line, security headers, CORS, limited bodies. */
export function createApp({
  log,
  healthOnly = false,
  routers,
  mounts,
  disk,
  https,
  captcha = null,
  addresses,
  onRequest,
}: AppDeps): OpenAPIHono<AppEnv> {
  const app = createRouter()
  app.onError(onError)
  app.use(drainRequest())
  app.use(async (c, next) => {
    const given = c.req.header('x-request-id') ?? ''
    const requestId = HARMLESS_ID.test(given) ? given : randomUUID()
    const started = performance.now()
    c.set('requestId', requestId)
    c.set('log', log.child({ request: requestId }))
    await next()
    if (c.error) disk.note(c.error)
    c.header('X-Request-Id', requestId)
    // Without a header, a response may be personal or change at any time.
    if (!c.res.headers.has('Cache-Control')) c.header('Cache-Control', 'no-store')
    const ms = performance.now() - started
    const facts = { method: c.req.method, route: c.req.routePath, status: c.res.status }
    onRequest?.({ ...facts, seconds: ms / 1000 })
    c.var.log.debug({ ...facts, ms: Math.round(ms) }, 'request')
  })
  const getHeaders = (provider: CaptchaProvider | null) =>
    secureHeaders({
      contentSecurityPolicy: contentPolicy(provider),
      strictTransportSecurity: https ? 'max-age=31536000' : false,
      // Pages on other origins (the extension) read media and API responses.
      crossOriginResourcePolicy: false,
      // Plain http in a local network is not a secure context, and browsers only warn about this header there.
      crossOriginOpenerPolicy: https,
      originAgentCluster: false,
    })
  const [ownOnly, withCaptcha] = [getHeaders(null), getHeaders(captcha)]
  app.use((c, next) => (mayShowCaptcha(c.req.path) ? withCaptcha : ownOnly)(c, next))
  app.use(async (c, next) => {
    if (addresses.allowsHost(c) || HEALTH_PATHS.includes(c.req.path)) return next()
    const message = 'This server doesn’t accept this address. Its admin can add it to ALLOWED_HOSTS.'
    return refusalResponse(c, 'misdirected_request', message)
  })
  allowOrigins(app, addresses)
  // An export archive is streamed to disk, where its space is checked.
  app.use('/api/*', except(OWN_DATA_PATHS.import, bodyLimit({ maxSize: API_BODY_BYTES })))
  app.use(limitJson())
  app.get('/healthz', (c) => c.json({ status: 'ok' }))
  app.get('/readyz', async (c) => {
    try {
      const trouble = await disk.check()
      return trouble === null ? c.json({ status: 'ready' }) : errorResponse(c, 'unavailable', NOT_READY[trouble])
    } catch (error) {
      c.var.log.warn({ err: error }, 'the server is not ready')
      return errorResponse(c, 'unavailable', 'The server is not ready: its database can’t be reached.')
    }
  })
  const notFound = (c: Context) => refusalResponse(c, 'not_found', 'Not found.')
  app.notFound(notFound)
  if (healthOnly) return app
  for (const router of routers) app.route('/', router)
  app.openAPIRegistry.registerComponent('securitySchemes', 'bearer', {
    type: 'http',
    scheme: 'bearer',
    bearerFormat: 'JWT',
  })
  app.doc31('/api/openapi.json', { openapi: '3.1.0', info: { title: `${BRAND.name} API`, version: '1' } })
  for (const path of ['/api/*', '/storage/*']) app.all(path, notFound)
  for (const [path, router] of mounts) app.route(path, router)
  return app
}

/** Whether a body was cut off, as Node reports it. */
function isAborted(error: Error, c: Context<AppEnv>): boolean {
  const { incoming } = (c.env ?? {}) as Partial<HttpBindings>
  return (
    incoming !== undefined && incoming.destroyed && !incoming.complete && 'code' in error && error.code === 'ECONNRESET'
  )
}

/** Maps every error to an error body in one place. No stack trace leaves the server. */
function onError(error: Error, c: Context<AppEnv>): Response {
  if (error instanceof AppError) {
    // The operator needs to see server failures, not client mistakes; disk errors are logged separately, once.
    if (ERROR_STATUS[error.code] >= 500 && getDiskTrouble(error) === null)
      c.var.log.error({ detail: describeError(error) }, 'request refused')
    setRetryAfter(c, error)
    return errorResponse(c, error.code, error.message)
  }
  // The sender is gone, so there is no server error.
  if (isAborted(error, c)) return errorResponse(c, 'invalid_request', 'The request was interrupted.')
  if (error instanceof HTTPException) {
    if (error.status === 413) return errorResponse(c, 'payload_too_large', 'The request is too large.')
    if (error.res) return error.res
    return errorResponse(c, 'invalid_request', 'Invalid request.')
  }
  if (getDiskTrouble(error) !== null) return onError(cannotStore(error), c)
  // Not only a client's mistake: the input could have been validated before.
  if (reportRefusedValue(error, c.var.log)) return errorResponse(c, 'invalid_request', REFUSED_VALUE_MESSAGE)
  if (isConnectionLost(error)) {
    c.var.log.error({ detail: describeError(error) }, 'request refused')
    return errorResponse(c, 'unavailable', CONNECTION_LOST_MESSAGE)
  }
  c.var.log.error({ err: error, detail: describeError(error) }, 'request failed')
  return errorResponse(c, 'internal', 'Something went wrong on the server. Try again.')
}
