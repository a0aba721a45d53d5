import type { Hono } from 'hono'
import { cors } from 'hono/cors'
import { createMiddleware } from 'hono/factory'
import { AppError } from '../kernel/errors.ts'
import type { AppEnv } from './app.ts'
import type { Addresses } from './origin.ts'

/** An identity provider's page posts its answer there; a cookie says whose it is, and a signature that it is one. */
const POSTED_FROM_ELSEWHERE = '/auth/v1/sso/saml/acs'
/** What programs call. The tus server answers preflights below /files itself. */
const PATHS = { json: ['/api/*', '/auth/v1/*', '/storage/*'], uploads: '/files/*' }

/** Lets pages of allowed origins use the API and read its answers, and refuses the requests of others. */
export function allowOrigins(app: Hono<AppEnv>, { allowsOrigin }: Addresses): void {
  // A browser sends some requests of other pages without a preflight: those are refused, not only kept unread.
  const refuse = createMiddleware<AppEnv>(async (c, next) => {
    const origin = c.req.header('origin')
    // Other extensions than the own one pass if their user granted them this host; then CORS binds them as little.
    const isPage = origin !== undefined && /^(https?:|null$)/.test(origin)
    // Sent by a page whose referrer policy hides its origin, for example.
    const isOwn = c.req.header('sec-fetch-site') === 'same-origin'
    if (isPage && !isOwn && c.req.path !== POSTED_FROM_ELSEWHERE && !allowsOrigin(c, origin))
      throw new AppError('forbidden', 'Pages from other origins can’t use this server.')
    await next()
  })
  for (const path of [...PATHS.json, PATHS.uploads]) app.use(path, refuse)
  for (const path of PATHS.json) {
    app.use(
      path,
      cors({
        origin: (origin, c) => (allowsOrigin(c, origin) ? origin : null),
        allowHeaders: ['authorization', 'apikey', 'content-type', 'x-client-info', 'x-supabase-api-version'],
        exposeHeaders: ['Retry-After', 'X-Request-Id', 'Accept-Ranges', 'Content-Length', 'Content-Range', 'ETag'],
        maxAge: 86_400,
      }),
    )
  }
  app.use(PATHS.uploads, async (c, next) => {
    await next()
    const origin = c.req.header('origin') ?? ''
    c.header('Access-Control-Allow-Origin', allowsOrigin(c, origin) ? origin : undefined)
    c.header('Vary', 'Origin', { append: true })
  })
}
