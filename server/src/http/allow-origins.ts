import type { Hono } from 'hono'
import { cors } from 'hono/cors'
import { createMiddleware } from 'hono/factory'
import { AppError } from '../kernel/errors.ts'
import type { AppEnv } from './app.ts'
import type { Addresses } from './origin.ts'

/** An identity provider's page posts its response there; a cookie identifies the flow, and a signature the sender. */
const POSTED_FROM_ELSEWHERE = '/auth/v1/sso/saml/acs'
/** Paths that programs call. The tus server answers preflights below /files itself. */
const PATHS = { json: ['/api/*', '/auth/v1/*', '/storage/*'], uploads: '/files/*' }

/** Lets pages of allowed origins use the API and read its responses, and refuses other pages' requests. */
export function allowOrigins(app: Hono<AppEnv>, { allowsOrigin }: Addresses): void {
  // Browsers send some cross-origin requests without a preflight, so they are refused, not only kept unreadable.
  const refuse = createMiddleware<AppEnv>(async (c, next) => {
    const origin = c.req.header('origin')
    // Other extensions pass if their user granted them this host; CORS does not restrict them then either.
    const isPage = origin !== undefined && /^(https?:|null$)/.test(origin)
    // For example, from a page whose referrer policy hides its origin.
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
