import { setImmediate } from 'node:timers/promises'
import { LRUCache } from 'lru-cache'
import { AppError } from '../../kernel/errors.ts'
import type { RenderedPage, RenderPages } from './page-renderer.ts'
import type { PageJob } from './render-page.ts'

/** An hour's call takes about 0.6 MB, the longest transcripts 40 MB. */
const MAX_BYTES = 128 * 1024 * 1024
/** Each attempt reads the link's row again. */
const MAX_TRIES = 3

/** A page of a link: what to render, under a key that changes with everything it depends on. */
export interface PageRequest {
  key: string
  job: PageJob
}

/** The result of following a link; `request` is null when there is nothing to render. */
interface Followed {
  request: PageRequest | null
}

/** The only in-memory cache of rendered links: a new version has another key, and old ones are evicted. */
export function createPageCache(render: RenderPages) {
  const pages = new LRUCache<string, RenderedPage, { job: PageJob }>({
    maxSize: MAX_BYTES,
    sizeCalculation: ({ body, gzip }) => body.length + gzip.length,
    // Concurrent readers share one rendering, which continues when they disconnect.
    fetchMethod: async (_key, _stale, { context: { job } }) => (await render(job)) ?? undefined,
  })
  return {
    /**
     * Follows a link and returns its page. Rendering takes up to some seconds, so the link is followed again
     * afterwards: access was checked just before the response.
     * @param follow checks the link and returns what it shows now.
     * @returns the last result of following, and its page; null: nothing to render, or deleted.
     * @throws AppError unavailable when the page keeps changing.
     */
    async show<Found extends Followed>(
      follow: () => Promise<Found>,
    ): Promise<{ found: Found; page: RenderedPage | null }> {
      let rendered: { key: string; page: RenderedPage | null } | undefined
      for (let left = MAX_TRIES; left > 0; left -= 1) {
        const found = await follow()
        if (found.request === null) return { found, page: null }
        const { key, job }: PageRequest = found.request
        if (rendered?.key === key) return { found, page: rendered.page }
        const known = pages.get(key)
        if (known !== undefined) return { found, page: known }
        rendered = { key, page: (await pages.fetch(key, { context: { job } })) ?? null }
        await nextTurn()
      }
      throw new AppError('unavailable', 'This page is being changed. Try again.')
    },
  }
}
let lastTurn: Promise<unknown> = Promise.resolve()

/**
 * Resolves for one caller in each turn of the event loop: readers of one rendering get it at the same time, and sending
 * the longest page to thirty of them would block every other request.
 */
function nextTurn(): Promise<unknown> {
  return (lastTurn = lastTurn.then(() => setImmediate()))
}
export type PageCache = ReturnType<typeof createPageCache>
