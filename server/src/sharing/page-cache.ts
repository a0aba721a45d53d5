import { createHash, randomUUID } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import type { RenderSharedPage } from '@callfolio/shared/shared-page.ts'

/** A page of an hour's call has about 500,000 characters. */
const KEPT_CHARACTERS = 32_000_000
/** The remaining time on a page is as old as this at most. */
const MINUTE_MS = 60_000

/**
 * Keeps documents that were written before. What a page says is its key, so that a change or another end is another
 * document; whether a link may still be read is decided before, on every request.
 */
export function rememberPages(render: RenderSharedPage): RenderSharedPage {
  const documents = new LRUCache<string, string>({ maxSize: KEPT_CHARACTERS, sizeCalculation: ({ length }) => length })
  // Every page has a ticket of its own, written in afterwards.
  const place = randomUUID()
  return (page, frame) => {
    if (page.state !== 'open' || page.preparation !== null) return render(page, frame)
    const { viewTicket, version: _, ...said } = page
    const key = createHash('sha256')
      .update(JSON.stringify([said, frame.origin, frame.assets, Math.floor(frame.now.getTime() / MINUTE_MS)]))
      .digest('base64')
    const known = documents.get(key)
    const html = known ?? render({ ...page, viewTicket: place }, frame)
    if (known === undefined) documents.set(key, html)
    return html.replace(place, () => viewTicket)
  }
}
