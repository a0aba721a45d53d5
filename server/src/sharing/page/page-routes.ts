import type { OpenAPIHono } from '@hono/zod-openapi'
import type { Context } from 'hono'
import { accepts } from 'hono/accepts'
import { bodyLimit } from 'hono/body-limit'
import { getCookie, setCookie } from 'hono/cookie'
import type { ContentfulStatusCode } from 'hono/utils/http-status'
import type { ErrorCode } from '@callfolio/shared/contract/api-error.ts'
import { SHARE_PATHS } from '@callfolio/shared/contract/share.ts'
import type { SharedPage } from '@callfolio/shared/page/shared-page.ts'
import { isRefusedValue } from '../../db/refusals.ts'
import { createRouter, refusalResponse, setRetryAfter, type AppEnv } from '../../http/app.ts'
import { inPieces } from '../../http/in-pieces.ts'
import { limitRequests } from '../../http/limit-requests.ts'
import type { Origin } from '../../http/origin.ts'
import { readerLanguage } from '../../http/reader-language.ts'
import { AppError } from '../../kernel/errors.ts'
import { describeError } from '../../kernel/loggable-error.ts'
import { CONNECTION_LOST_MESSAGE, isConnectionLost } from '../../kernel/lost-connection.ts'
import type { PageCache } from './page-cache.ts'
import {
  followPreview,
  followVisit,
  GONE,
  issueTicket,
  messagePage,
  type FollowedPage,
  type MessagePage,
  type PageContentDeps,
} from './page-content.ts'
import { describePages } from './page-description.ts'
import { enterPage, type EnterDeps } from './enter-page.ts'
import { PAGE_HEADERS, PASS_COOKIE } from './page-http.ts'
import type { RenderedPage } from './page-renderer.ts'
import { PASS_SECONDS, readPass } from '../links/page-tickets.ts'
import type { PageReader } from './render-page.ts'

/** Tokens can't be guessed; this limit only protects the server from load. A large office may share one address. */
const PAGES = { name: 'shared_page', points: 3000, seconds: 5 * 60 }
const PAGES_OF_LINK = { name: 'shared_page_link', points: 3000, seconds: 5 * 60 }

const TICKETS_OF_LINK = { name: 'shared_ticket_link', points: 3000, seconds: 5 * 60 }

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

const HTML = 'text/html; charset=UTF-8'

/** Maximum bytes of a form, which holds a password and an address. */
const FORM_BYTES = 16 * 1024

interface PageDeps extends PageContentDeps, EnterDeps {
  pages: PageCache
  origin: Origin
  clientAddress: (c: Context<AppEnv>) => string
}

/** Recipients' pages: /s/{token}, and the owner's preview of it. */
export function pageRoutes(deps: PageDeps): OpenAPIHono<AppEnv> {
  const router = createRouter()
  describePages(router)
  const getReader = (c: Context<AppEnv>): PageReader => ({ origin: deps.origin(c), language: readerLanguage(c) })
  const answer = async (
    c: Context<AppEnv>,
    follow: () => Promise<FollowedPage>,
    status?: 429 | (typeof STATUS)[SharedPage['state']],
  ): Promise<Response> => {
    const { found, page } = await deps.pages.show(follow)
    // It was deleted while it was rendered.
    if (page === null) return show(c, GONE)
    return send(c, page, status ?? STATUS[found.state])
  }
  const show = (c: Context<AppEnv>, page: MessagePage, status?: 429): Promise<Response> =>
    answer(c, async () => messagePage(page, getReader(c)), status)
  const getPass = (c: Context<AppEnv>) => readPass(deps.tickets, getCookie(c, PASS_COOKIE))
  const refuse = (c: Context<AppEnv>, ...refusal: [code: ErrorCode, message: string]): Response => {
    for (const [name, value] of Object.entries(PAGE_HEADERS)) c.header(name, value)
    return refusalResponse(c, ...refusal)
  }
  const invalid = (c: Context<AppEnv>) => show(c, { state: 'gone', why: 'invalid' })
  router.onError(async (error, c) => {
    if (error instanceof AppError && error.code !== 'internal') {
      setRetryAfter(c, error)
      return refuse(c, error.code, error.message)
    }
    // No link can have this token.
    if (isRefusedValue(error)) return show(c, GONE)
    c.var.log.error({ err: error, detail: describeError(error) }, 'shared page failed')
    if (isConnectionLost(error)) return refuse(c, 'unavailable', CONNECTION_LOST_MESSAGE)
    return show(c, { state: 'failed' }).catch(() => refuse(c, 'internal', 'This page can’t be shown.'))
  })
  router.use('/s/*', limitRequests({ limiter: deps.limiter, rule: PAGES, key: deps.clientAddress }))
  const ofLink = (rule: typeof PAGES_OF_LINK) =>
    limitRequests({ limiter: deps.limiter, rule, key: (c: Context<AppEnv>) => c.req.param('token') ?? '' })
  router.use('/s/:token', ofLink(PAGES_OF_LINK))
  router.get('/s/preview/:ticket', (c) => answer(c, () => followPreview(deps, c.req.param('ticket'), getReader(c))))
  router.get('/s/:token', async (c) => {
    const visit = { token: c.req.param('token'), pass: await getPass(c), reader: getReader(c) }
    return answer(c, () => followVisit(deps, visit))
  })
  router.get('/s/:token/ticket', ofLink(TICKETS_OF_LINK), async (c) => {
    const ticket = await issueTicket(deps, { token: c.req.param('token'), pass: await getPass(c) })
    if (ticket === null) throw new AppError('not_found', 'Link expired or not found')
    return c.text(ticket, 200, PAGE_HEADERS)
  })
  router.post(
    '/s/:token',
    bodyLimit({ maxSize: FORM_BYTES, onError: (c) => refuse(c, 'payload_too_large', 'The request is too large.') }),
    async (c) => {
      const token = c.req.param('token')
      const entered = await enterPage(deps, token, await c.req.parseBody().catch(() => ({})), deps.clientAddress(c))
      if (entered?.state === 'refused') {
        setRetryAfter(c, entered.error)
        return show(c, entered.page, entered.error.code === 'too_many_requests' ? 429 : undefined)
      }
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
      // Redirects to the same address, so that a reload sends no form; if there is nothing to pass, the page says so.
      return c.redirect(SHARE_PATHS.page(token) + new URL(c.req.url).search, 303)
    },
  )
  router.get('/s', invalid)
  router.get('/s/', invalid)
  router.get('/s/*', (c) => show(c, GONE))
  return router
}

/** Usual pages are smaller, and sent fastest whole. */
const USUAL_BYTES = 256 * 1024

/**
 * Sends a rendered page. A page with a microsite may be cached by its reader's browser, which revalidates it each time.
 */
function send(c: Context<AppEnv>, { body, gzip, etag }: RenderedPage, status: ContentfulStatusCode): Response {
  const headers = {
    ...PAGE_HEADERS,
    ...(status === 200 && { 'Cache-Control': 'private, no-cache', 'ETag': etag }),
    'Content-Type': HTML,
    'Content-Language': readerLanguage(c),
    'Vary': 'Accept-Language, Accept-Encoding',
  }
  if (status === 200 && c.req.header('if-none-match') === etag) return c.body(null, 304, headers)
  const isZipped = accepts(c, { header: 'Accept-Encoding', supports: ['gzip'], default: 'identity' }) === 'gzip'
  const sent = isZipped ? gzip : body
  return c.body(sent.length > USUAL_BYTES ? inPieces([sent]) : (sent as Uint8Array<ArrayBuffer>), status, {
    ...headers,
    'Content-Length': String(sent.length),
    ...(isZipped && { 'Content-Encoding': 'gzip' }),
  })
}
