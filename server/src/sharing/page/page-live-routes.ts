import type { OpenAPIHono } from '@hono/zod-openapi'
import type { Context } from 'hono'
import { getCookie } from 'hono/cookie'
import { streamSSE } from 'hono/streaming'
import { LIVE_EVENT, type LiveState } from '@callfolio/shared/page/shared-page.ts'
import { createRouter, type AppEnv } from '../../http/app.ts'
import { limitRequests } from '../../http/limit-requests.ts'
import { tooManyRequests } from '../../kernel/errors.ts'
import type { RateLimiter } from '../../limits/rate-limiter.ts'
import type { LivePages } from './live-pages.ts'
import { PAGE_HEADERS, PASS_COOKIE } from './page-http.ts'
import { readPass, type PageTickets } from '../links/page-tickets.ts'
import { readerLanguage } from '../../http/reader-language.ts'

/** An open page reconnects after each drop; an office may share one address. */
const STREAMS = { name: 'shared_live', points: 300, seconds: 5 * 60 }

/** Proxies close a connection that is silent for a minute. */
const HEARTBEAT_MS = 15_000
/** How long a browser waits before it reconnects. */
const RETRY_MS = 3000
/** Retry wait over the limit, by when an open page may have been closed. */
const FULL_SECONDS = 60

interface LiveDeps {
  livePages: LivePages
  tickets: PageTickets
  limiter: RateLimiter
  clientAddress: (c: Context<AppEnv>) => string
}

/**
 * The event stream that tells an open page about new sections (HTML Living Standard, server-sent events). It ends with
 * its link, or once the page is ready.
 */
export function pageLiveRoutes(deps: LiveDeps): OpenAPIHono<AppEnv> {
  const router = createRouter()
  const limit = limitRequests({ limiter: deps.limiter, rule: STREAMS, key: deps.clientAddress })
  router.get('/s/:token/live', limit, async (c) => {
    // The stream would send nothing.
    if (c.req.method === 'HEAD') return c.body(null)
    const visitor = { userId: null, pass: await readPass(deps.tickets, getCookie(c, PASS_COOKIE)) }
    const states = latestStates()
    const end = deps.livePages.follow({
      token: c.req.param('token'),
      client: deps.clientAddress(c),
      visitor,
      language: readerLanguage(c),
      send: (state) => states.put(state),
      end: () => states.close(),
    })
    if (end === null) throw tooManyRequests(FULL_SECONDS, 'Too many open pages.')
    const answer = streamSSE(c, async (stream) => {
      stream.onAbort(() => states.close())
      let writing = true
      // Skipped while a write is pending, so that nothing queues up for a stalled client.
      const heartbeat = setInterval(() => void (writing || stream.write(': \n\n')), HEARTBEAT_MS).unref()
      try {
        for (let state = await states.next(); state !== null; state = await states.next()) {
          writing = true
          await stream.writeSSE({ event: LIVE_EVENT, data: JSON.stringify(state), retry: RETRY_MS })
          writing = false
          if (state.state !== 'preparing') break
        }
      } finally {
        clearInterval(heartbeat)
        end()
      }
    })
    // A proxy that buffers or compresses the stream would delay its messages.
    for (const [name, value] of Object.entries(PAGE_HEADERS)) answer.headers.set(name, value)
    answer.headers.set('Cache-Control', 'no-store, no-transform')
    answer.headers.set('X-Accel-Buffering', 'no')
    return answer
  })
  return router
}

/**
 * Passes on the newest state that differs from the last one: a slow connection gets fewer messages, never outdated
 * ones.
 */
function latestStates() {
  let latest: LiveState | null = null
  let sent = ''
  let closed = false
  let wake = (): void => undefined
  return {
    put(state: LiveState): void {
      latest = state
      wake()
    },
    close(): void {
      closed = true
      wake()
    },
    /** @returns null once closed. */
    async next(): Promise<LiveState | null> {
      for (;;) {
        if (closed) return null
        const text = JSON.stringify(latest)
        if (latest !== null && text !== sent) {
          sent = text
          return latest
        }
        await new Promise<void>((resolve) => (wake = resolve))
      }
    },
  }
}
