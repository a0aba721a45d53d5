import type { OpenAPIHono } from '@hono/zod-openapi'
import type { Context } from 'hono'
import { getCookie } from 'hono/cookie'
import { createRouter, type AppEnv } from '../../http/app.ts'
import { limitRequests } from '../../http/limit-requests.ts'
import type { Clock } from '../../kernel/clock.ts'
import { AppError } from '../../kernel/errors.ts'
import type { RateLimiter } from '../../limits/rate-limiter.ts'
import { objectResponse, recordingPieceBytes } from '../../storage/object-response.ts'
import type { Storage } from '../../storage/storage.ts'
import type { LinksRepo } from '../links/links-repo.ts'
import { openMedia, type MediaKind } from './open-media.ts'
import { PAGE_HEADERS, PASS_COOKIE } from '../page/page-http.ts'
import { readPass, type PageTickets } from '../links/page-tickets.ts'

/**
 * A player requests many parts, and every open page checks access every two seconds; an office may share one address.
 */
const MEDIA = { name: 'shared_media', points: 20_000, seconds: 5 * 60 }

/** A buffering proxy would deliver the video after the link has ended. */
const HEADERS = { ...PAGE_HEADERS, 'X-Accel-Buffering': 'no' }

interface MediaDeps {
  links: LinksRepo
  storage: Storage
  tickets: PageTickets
  clock: Clock
  limiter: RateLimiter
  clientAddress: (c: Context<AppEnv>) => string
}

/**
 * The recording behind a link whose owner shows it. It has no address of its own: the link is checked for every ten
 * seconds of it.
 */
export function pageMediaRoutes(deps: MediaDeps): OpenAPIHono<AppEnv> {
  const router = createRouter()
  const limit = limitRequests({ limiter: deps.limiter, rule: MEDIA, key: deps.clientAddress })

  const send = async (
    c: Context<AppEnv, '/s/:token/video' | '/s/:token/poster'>,
    kind: MediaKind,
  ): Promise<Response> => {
    const token = c.req.param('token')
    const visitor = { userId: null, pass: await readPass(deps.tickets, getCookie(c, PASS_COOKIE)) }
    const find = () => openMedia(deps, token, visitor, kind)
    const { key, durationMs } = await find()
    const object = await deps.storage.stat(key)
    if (object === null) throw new AppError('not_found', 'This file no longer exists.')
    return objectResponse(deps.storage, object, c.req.raw, {
      headers: HEADERS,
      pieceBytes: recordingPieceBytes(object, durationMs),
      isAllowed: () =>
        find().then(
          (found) => found.key === key,
          () => false,
        ),
    })
  }

  router.get('/s/:token/video', limit, (c) => send(c, 'video'))
  router.get('/s/:token/poster', limit, (c) => send(c, 'poster'))
  return router
}
