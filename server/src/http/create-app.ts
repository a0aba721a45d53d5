import { randomUUID } from 'node:crypto'
import { BRAND } from '@callfolio/shared/brand.ts'
import { ERROR_STATUS } from '@callfolio/shared/contract/api-error.ts'
import type { OpenAPIHono } from '@hono/zod-openapi'
import type { Context, Hono } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { HTTPException } from 'hono/http-exception'
import { secureHeaders } from 'hono/secure-headers'
import { AppError } from '../kernel/errors.ts'
import { describeError } from '../kernel/loggable-error.ts'
import type { Logger } from '../kernel/logger.ts'
import { allowOrigins } from './allow-origins.ts'
import { createRouter, errorResponse, type AppEnv } from './app.ts'
import type { Addresses } from './origin.ts'

/** A caption file may have 5 MB of text; JSON escapes a little on top. */
const API_BODY_BYTES = 8 * 1024 * 1024

interface AppDeps {
  log: Logger
  /** Routers that bring their own full paths. */
  routers: OpenAPIHono<AppEnv>[]
  /** Routers outside the JSON API, by where they are mounted. */
  mounts: [path: string, router: Hono<AppEnv>][]
  /** Rejects when the server can't work now. */
  checkReady: () => Promise<void>
  /** True behind TLS: answers have Strict-Transport-Security. */
  https: boolean
  addresses: Addresses
}

/** What programs call; everything else is asked for by people in a browser's address bar. */
const PROGRAM_PATHS = /^\/(api|auth\/v1|files|storage)(\/|$)/
/** A health check names the machine by an address that nobody else uses. */
const HEALTH_PATHS = ['/healthz', '/readyz']

/** The whole HTTP surface, with what every request gets: an id, a log line, security headers, CORS, bounded bodies. */
export function createApp({ log, routers, mounts, checkReady, https, addresses }: AppDeps): OpenAPIHono<AppEnv> {
  const app = createRouter()
  app.onError(onError)
  app.use(async (c, next) => {
    const requestId = randomUUID()
    const started = performance.now()
    c.set('requestId', requestId)
    c.set('log', log.child({ request: requestId }))
    await next()
    c.header('X-Request-Id', requestId)
    c.var.log.debug(
      {
        method: c.req.method,
        route: c.req.routePath,
        status: c.res.status,
        ms: Math.round(performance.now() - started),
      },
      'request',
    )
  })
  app.use(
    secureHeaders({
      contentSecurityPolicy: {
        defaultSrc: ["'self'"],
        scriptSrc: ["'self'"],
        styleSrc: ["'self'", "'unsafe-inline'"],
        imgSrc: ["'self'", 'data:', 'blob:'],
        mediaSrc: ["'self'", 'blob:'],
        connectSrc: ["'self'"],
        objectSrc: ["'none'"],
        baseUri: ["'none'"],
        formAction: ["'self'"],
        frameAncestors: ["'none'"],
      },
      strictTransportSecurity: https ? 'max-age=31536000' : false,
      // Pages in other origins (the extension) read media and API answers.
      crossOriginResourcePolicy: false,
      // Plain http in a local network is not a secure context: browsers only warn about it there.
      crossOriginOpenerPolicy: https,
      originAgentCluster: false,
    }),
  )
  app.use(async (c, next) => {
    if (addresses.allowsHost(c) || HEALTH_PATHS.includes(c.req.path)) return next()
    const message = 'This server does not answer at this address. Its operator can add it to ALLOWED_HOSTS.'
    return PROGRAM_PATHS.test(c.req.path) ? errorResponse(c, 'misdirected_request', message) : c.text(message, 421)
  })
  allowOrigins(app, addresses)
  app.use('/api/*', bodyLimit({ maxSize: API_BODY_BYTES }))
  app.get('/healthz', (c) => c.json({ status: 'ok' }))
  app.get('/readyz', async (c) => {
    try {
      await checkReady()
      return c.json({ status: 'ready' })
    } catch {
      return errorResponse(c, 'unavailable', 'The server is not ready.')
    }
  })
  for (const router of routers) app.route('/', router)
  app.openAPIRegistry.registerComponent('securitySchemes', 'bearer', {
    type: 'http',
    scheme: 'bearer',
    bearerFormat: 'JWT',
  })
  app.doc31('/api/openapi.json', { openapi: '3.1.0', info: { title: `${BRAND.name} API`, version: '1' } })
  app.all('/api/*', (c) => errorResponse(c, 'not_found', 'There is nothing at this address.'))
  for (const [path, router] of mounts) app.route(path, router)
  return app
}

/** Maps every error to an error body, in this one place. No stack trace leaves the server. */
function onError(error: Error, c: Context<AppEnv>): Response {
  if (error instanceof AppError) {
    // The operator needs to see failures of the server, not mistakes of clients.
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
