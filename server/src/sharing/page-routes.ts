import type { OpenAPIHono } from '@hono/zod-openapi'
import type { Context } from 'hono'
import type { SharedPage } from '@callfolio/shared/shared-page.ts'
import { createRouter, type AppEnv } from '../http/app.ts'
import { limitRequests } from '../http/limit-requests.ts'
import type { Origin } from '../http/origin.ts'
import { AppError, describeError } from '../kernel/errors.ts'
import type { Clock } from '../kernel/clock.ts'
import type { RateLimiter } from '../limits/rate-limiter.ts'
import { GONE, readPreviewPage, readSharedPage, type PageContentDeps } from './page-content.ts'
import type { PageBuild } from './page-renderer.ts'

/** Tokens can't be guessed; this only keeps one client from making the server busy. An office may share one address. */
const PAGES = { name: 'shared_page', points: 600, seconds: 5 * 60 }

const STATUS = { open: 200, preview: 200, gone: 404, expired: 410, preview_ended: 410, failed: 500 } as const

/** The page is as secret as its address, and gone the moment its link is. */
const HEADERS = { 'Cache-Control': 'no-store', 'X-Robots-Tag': 'noindex, nofollow', 'Referrer-Policy': 'no-referrer' }

interface PageDeps extends PageContentDeps {
  build: () => Promise<PageBuild>
  clock: Clock
  origin: Origin
  limiter: RateLimiter
  clientAddress: (c: Context<AppEnv>) => string
}

/** What recipients open: /s/{token}, and the owner's preview of it. */
export function pageRoutes(deps: PageDeps): OpenAPIHono<AppEnv> {
  const router = createRouter()
  const answer = async (c: Context<AppEnv>, page: SharedPage): Promise<Response> => {
    const { render, assets } = await deps.build()
    return c.html(render(page, { origin: deps.origin(c), now: deps.clock(), assets }), STATUS[page.state], HEADERS)
  }
  const invalid = (c: Context<AppEnv>) => answer(c, { state: 'gone', message: 'Invalid link' })
  router.onError(async (error, c) => {
    if (error instanceof AppError && error.code !== 'internal') return c.text(error.message, error.code === 'too_many_requests' ? 429 : 503, HEADERS)
    c.var.log.error({ err: error, detail: describeError(error) }, 'shared page failed')
    return answer(c, { state: 'failed', message: 'Failed to load microsite' })
  })
  router.use('/s/*', limitRequests({ limiter: deps.limiter, rule: PAGES, key: deps.clientAddress }))
  router.get('/s/preview/:ticket', async (c) => answer(c, await readPreviewPage(deps, c.req.param('ticket'), deps.origin(c))))
  router.get('/s/:token', async (c) => answer(c, await readSharedPage(deps, c.req.param('token'), deps.origin(c))))
  router.get('/s', invalid)
  router.get('/s/', invalid)
  router.get('/s/*', (c) => answer(c, GONE))
  return router
}
