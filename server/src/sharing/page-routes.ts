import { z, type OpenAPIHono } from '@hono/zod-openapi'
import type { Context } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { compress } from 'hono/compress'
import { getCookie, setCookie } from 'hono/cookie'
import { SHARE_PATHS } from '@callfolio/shared/contract/share.ts'
import type { SharedPage } from '@callfolio/shared/shared-page.ts'
import { createRouter, type AppEnv } from '../http/app.ts'
import { limitRequests } from '../http/limit-requests.ts'
import type { Origin } from '../http/origin.ts'
import { AppError } from '../kernel/errors.ts'
import { describeError } from '../kernel/loggable-error.ts'
import { GONE, readPreviewPage, readSharedPage, type PageContentDeps } from './page-content.ts'
import { enterPage, type EnterDeps } from './page-enter.ts'
import { PAGE_HEADERS, PASS_COOKIE } from './page-http.ts'
import type { PageBuild } from './page-renderer.ts'
import { PASS_SECONDS, readPass } from './page-tickets.ts'

/** Tokens can't be guessed; this only keeps one client from making the server busy. An office may share one address. */
const PAGES = { name: 'shared_page', points: 600, seconds: 5 * 60 }

const STATUS = {
  open: 200,
  preview: 200,
  waiting: 200,
  unavailable: 404,
  gate: 401,
  gone: 404,
  expired: 410,
  preview_ended: 410,
  failed: 500,
} as const

/** A form holds a password and an address. Bytes. */
const FORM_BYTES = 16 * 1024

/** `?t=812`, in seconds; what can't be read leads to the beginning. */
const momentSchema = z.coerce.number().positive().max(1_000_000).catch(0)

interface PageDeps extends PageContentDeps, EnterDeps {
  build: () => Promise<PageBuild>
  origin: Origin
  clientAddress: (c: Context<AppEnv>) => string
}

/** What recipients open: /s/{token}, and the owner's preview of it. */
export function pageRoutes(deps: PageDeps): OpenAPIHono<AppEnv> {
  const router = createRouter()
  const answer = async (
    c: Context<AppEnv>,
    page: SharedPage,
    status: 429 | (typeof STATUS)[SharedPage['state']] = STATUS[page.state],
  ): Promise<Response> => {
    const { render, assets } = await deps.build()
    return c.html(render(page, { origin: deps.origin(c), now: deps.clock(), assets }), status, PAGE_HEADERS)
  }
  const show = async (c: Context<AppEnv>, token: string): Promise<Response> => {
    const pass = await readPass(deps.tickets, getCookie(c, PASS_COOKIE))
    const startMs = momentSchema.parse(c.req.query('t')) * 1000 || null
    return answer(c, await readSharedPage(deps, { token, pass, origin: deps.origin(c), startMs }))
  }
  const invalid = (c: Context<AppEnv>) => answer(c, { state: 'gone', message: 'Invalid link' })
  router.onError(async (error, c) => {
    if (error instanceof AppError && error.code !== 'internal')
      return c.text(error.message, error.code === 'too_many_requests' ? 429 : 503, PAGE_HEADERS)
    c.var.log.error({ err: error, detail: describeError(error) }, 'shared page failed')
    return answer(c, { state: 'failed', message: 'Failed to load microsite' })
  })
  router.use('/s/*', compress())
  router.use('/s/*', limitRequests({ limiter: deps.limiter, rule: PAGES, key: deps.clientAddress }))
  router.get('/s/preview/:ticket', async (c) =>
    answer(c, await readPreviewPage(deps, c.req.param('ticket'), deps.origin(c))),
  )
  router.get('/s/:token', (c) => show(c, c.req.param('token')))
  router.post(
    '/s/:token',
    bodyLimit({ maxSize: FORM_BYTES, onError: (c) => c.text('The request is too large.', 413, PAGE_HEADERS) }),
    async (c) => {
      const token = c.req.param('token')
      const entered = await enterPage(deps, token, await c.req.parseBody().catch(() => ({})), deps.clientAddress(c))
      if (entered?.state === 'refused') return answer(c, entered.page, entered.tooMany ? 429 : STATUS.gate)
      if (entered?.state === 'passed') {
        const secure = deps.origin(c).startsWith('https:')
        setCookie(c, PASS_COOKIE, entered.sealed, {
          path: SHARE_PATHS.page(token),
          httpOnly: true,
          sameSite: 'Lax',
          secure,
          maxAge: PASS_SECONDS,
        })
      }
      // To the same address again, so that a reload sends no form; where there is nothing to pass, it says so.
      return c.redirect(SHARE_PATHS.page(token) + new URL(c.req.url).search, 303)
    },
  )
  router.get('/s', invalid)
  router.get('/s/', invalid)
  router.get('/s/*', (c) => answer(c, GONE))
  return router
}
