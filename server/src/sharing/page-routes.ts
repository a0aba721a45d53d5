import { z, type OpenAPIHono } from '@hono/zod-openapi'
import type { Context } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { compress } from 'hono/compress'
import type { ContentfulStatusCode } from 'hono/utils/http-status'
import { getCookie, setCookie } from 'hono/cookie'
import type { ErrorCode } from '@callfolio/shared/contract/api-error.ts'
import { SHARE_PATHS } from '@callfolio/shared/contract/share.ts'
import type { SharedPage } from '@callfolio/shared/shared-page.ts'
import { isRefusedValue } from '../db/refusals.ts'
import type { AbortWhenRevoked } from '../http/abort-when-revoked.ts'
import { createRouter, refusalResponse, setRetryAfter, type AppEnv } from '../http/app.ts'
import { inPieces } from '../http/in-pieces.ts'
import { limitRequests } from '../http/limit-requests.ts'
import type { Origin } from '../http/origin.ts'
import { inTurn, type Turns } from '../http/turns.ts'
import { AppError } from '../kernel/errors.ts'
import { describeError } from '../kernel/loggable-error.ts'
import { CONNECTION_LOST_MESSAGE, isConnectionLost } from '../kernel/lost-connection.ts'
import { describePages } from './page-description.ts'
import type { KnownDocument } from './page-cache.ts'
import {
  followPreview,
  followVisit,
  GONE,
  ticketOf,
  type Followed,
  type PageContentDeps,
  type PageVisit,
  type ViewedPage,
} from './page-content.ts'
import { linkWatch, previewWatch } from './link-watch.ts'
import type { LongViews } from './long-views.ts'
import type { ReadOwned } from './owned-microsite.ts'
import { enterPage, type EnterDeps } from './page-enter.ts'
import { PAGE_HEADERS, PASS_COOKIE } from './page-http.ts'
import { readerLanguage } from '../http/reader-language.ts'
import type { PageBuild } from './page-renderer.ts'
import { PASS_SECONDS, readPass } from './page-tickets.ts'
import { untilUnchanged } from './until-unchanged.ts'
import { createPageWriter } from './write-pages.ts'

/** Tokens can't be guessed; these only keep the server from being busy. A large office may share one address. */
const PAGES = { name: 'shared_page', points: 3000, seconds: 5 * 60 }
const PAGES_OF_LINK = { name: 'shared_page_link', points: 3000, seconds: 5 * 60 }

const PARTS_OF_LINK = { name: 'shared_transcript_link', points: 3000, seconds: 5 * 60 }

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

/** A form holds a password and an address. Bytes. */
const FORM_BYTES = 16 * 1024

/** `?t=812`, in seconds; what can't be read leads to the beginning. */
const momentSchema = z.coerce.number().positive().max(1_000_000).catch(0)

/** `?part=2`; what can't be read names none. */
const partSchema = z.coerce.number().int().positive().nullable().catch(null)

/** Where there is no long transcript to read a part of. */
const NOTHING_WRITTEN: KnownDocument = { key: null, html: '', parts: [], lines: [], video: null }

interface PageDeps extends PageContentDeps, EnterDeps {
  readOwned: ReadOwned
  long: LongViews
  turns: Turns
  build: () => Promise<PageBuild>
  origin: Origin
  clientAddress: (c: Context<AppEnv>) => string
  abortWhenRevoked: AbortWhenRevoked
}

/** What recipients open: /s/{token}, and the owner's preview of it. */
export function pageRoutes(deps: PageDeps): OpenAPIHono<AppEnv> {
  const router = createRouter()
  const writer = createPageWriter(deps)
  describePages(router)
  /** In the reader's language. */
  const reply = (c: Context<AppEnv>, bodies: readonly Uint8Array[], status: ContentfulStatusCode): Response => {
    c.header('Vary', 'Accept-Language', { append: true })
    const headers = { ...PAGE_HEADERS, 'Content-Type': HTML, 'Content-Language': readerLanguage(c) }
    return c.body(inPieces(bodies, deps.turns), status, headers)
  }
  const answer = async (
    c: Context<AppEnv>,
    page: SharedPage,
    status: 429 | (typeof STATUS)[SharedPage['state']] = STATUS[page.state],
  ): Promise<Response> => {
    const { render } = await deps.build()
    return reply(c, [Buffer.from(await render(page, { ...(await frameOf(c)), origin: deps.origin(c) }))], status)
  }
  const passOf = (c: Context<AppEnv>) => readPass(deps.tickets, getCookie(c, PASS_COOKIE))
  const visitOf = async (c: Context<AppEnv>, token: string): Promise<PageVisit> => ({
    token,
    pass: await passOf(c),
    origin: writer.origin,
  })
  const startOf = (c: Context<AppEnv>) => ({
    startMs: momentSchema.parse(c.req.query('t')) * 1000 || null,
    part: partSchema.parse(c.req.query('part')),
  })
  const frameOf = async (c: Context<AppEnv>) => {
    const { assets } = await deps.build()
    return { now: deps.clock(), assets, language: readerLanguage(c) }
  }
  const watch = (c: Context<AppEnv>, { token, pass }: PageVisit, { found }: Followed) =>
    deps.abortWhenRevoked(c, linkWatch(deps, token, { userId: null, pass }, found))
  /** @returns null where it was changed meanwhile. */
  const writtenOf = async (c: Context<AppEnv>, viewed: ViewedPage): Promise<KnownDocument | null> => {
    const written = await writer.page(viewed, await frameOf(c))
    // All that wait for it get it at once.
    await deps.turns.next()
    return written
  }
  const show = (c: Context<AppEnv>, token: string): Promise<Response> =>
    untilUnchanged(async () => {
      const visit = await visitOf(c, token)
      const found = await followVisit(deps, visit)
      if ('page' in found) {
        if (found.page.state === 'waiting') watch(c, visit, found)
        return answer(c, found.page)
      }
      const written = await writtenOf(c, found.viewed)
      if (written === null) return null
      watch(c, visit, found)
      const { openAt } = await deps.build()
      const start = startOf(c)
      const what = { name: JSON.stringify(start), isChosen: start.startMs !== null || start.part !== null }
      const pieces = writer.piecesOf(written, what, () => openAt(written, { ...written, ...start }))
      const own = { ticket: await ticketOf(deps, visit), origin: deps.origin(c) }
      return reply(c, writer.fill(pieces, own), STATUS.open)
    })
  /** A part of a long transcript, for the script of a page. */
  const showPart = async (c: Context<AppEnv>, token: string): Promise<Response> => {
    const visit = await visitOf(c, token)
    const written = await untilUnchanged(async () => {
      const found = await followVisit(deps, visit)
      if (!('viewed' in found) || !found.viewed.isReady) return NOTHING_WRITTEN
      const document = await writtenOf(c, found.viewed)
      if (document !== null) watch(c, visit, found)
      return document
    })
    const { partAt } = await deps.build()
    const number = partAt(written, { ...startOf(c), lines: written.lines })
    const part = written.parts[number - 1]
    if (part === undefined) throw new AppError('not_found', 'There is no such part of a transcript.')
    const pieces = writer.piecesOf(written, { name: `part ${number}`, isChosen: false }, () => part)
    return reply(c, writer.fill(pieces, { ticket: '', origin: deps.origin(c) }), STATUS.open)
  }
  const showPreview = async (c: Context<AppEnv>, ticket: string): Promise<Response> => {
    const found = await followPreview(deps, ticket, writer.origin)
    if ('page' in found) return answer(c, found.page)
    const pieces = await writer.preview(found.viewed, await frameOf(c))
    // All that wait for it get it at once.
    await deps.turns.next()
    if (pieces === null) return answer(c, GONE)
    deps.abortWhenRevoked(c, previewWatch(deps, ticket, found.site))
    return reply(c, writer.fill(pieces, { ticket: '', origin: deps.origin(c) }), STATUS.preview)
  }
  const refuse = (c: Context<AppEnv>, ...refusal: [code: ErrorCode, message: string]): Response => {
    for (const [name, value] of Object.entries(PAGE_HEADERS)) c.header(name, value)
    return refusalResponse(c, ...refusal)
  }
  const invalid = (c: Context<AppEnv>) => answer(c, { state: 'gone', why: 'invalid' })
  router.onError(async (error, c) => {
    if (error instanceof AppError && error.code !== 'internal') {
      setRetryAfter(c, error)
      return refuse(c, error.code, error.message)
    }
    // A token that no link can have.
    if (isRefusedValue(error)) return answer(c, GONE)
    c.var.log.error({ err: error, detail: describeError(error) }, 'shared page failed')
    if (isConnectionLost(error)) return refuse(c, 'unavailable', CONNECTION_LOST_MESSAGE)
    return answer(c, { state: 'failed' })
  })
  router.use('/s/*', inTurn(deps.turns))
  router.use('/s/*', compress())
  router.use('/s/*', limitRequests({ limiter: deps.limiter, rule: PAGES, key: deps.clientAddress }))
  const ofLink = (rule: typeof PAGES_OF_LINK) =>
    limitRequests({ limiter: deps.limiter, rule, key: (c: Context<AppEnv>) => c.req.param('token') ?? '' })
  router.use('/s/:token', ofLink(PAGES_OF_LINK))
  router.use('/s/:token/transcript', ofLink(PARTS_OF_LINK))
  router.get('/s/preview/:ticket', (c) => showPreview(c, c.req.param('ticket')))
  router.get('/s/:token', (c) => show(c, c.req.param('token')))
  router.get('/s/:token/transcript', (c) => showPart(c, c.req.param('token')))
  router.post(
    '/s/:token',
    bodyLimit({ maxSize: FORM_BYTES, onError: (c) => refuse(c, 'payload_too_large', 'The request is too large.') }),
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
