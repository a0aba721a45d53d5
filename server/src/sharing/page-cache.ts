import { createHash, randomUUID } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import type { PageLine, SharedVideo, WrittenPage } from '@callfolio/shared/shared-page.ts'

/** A page of an hour's call has about 500,000 characters, of the longest transcripts 40 million. */
const KEPT_CHARACTERS = 64_000_000
/** What most visits are sent is the same; some begin at a moment of their own. */
const KEPT_BYTES = 64_000_000

/** A page that was written, but for what belongs to one visit. */
export interface PageDocument extends WrittenPage {
  /** The lines of its transcript, in their order. */
  lines: readonly PageLine[]
  video: SharedVideo | null
}

/** One that is kept, by what it depends on. */
export interface KeptDocument extends PageDocument {
  readonly key: string
}

/**
 * Keeps documents that were written before, by what they say: a change or another end is another document. Whether a link
 * may still be read is decided before, on every request. One that several readers ask for at once is written once.
 */
export function createPageCache() {
  const documents = new LRUCache<string, KeptDocument, () => Promise<PageDocument>>({
    maxSize: KEPT_CHARACTERS,
    sizeCalculation: ({ html, parts, lines }) =>
      parts.reduce((size, part) => size + part.length, html.length) + lines.length,
    fetchMethod: async (key, _stale, { context: write }) => ({ ...(await write()), key }),
  })
  const encoded = new LRUCache<string, readonly Buffer[]>({
    maxSize: KEPT_BYTES,
    sizeCalculation: (bodies) => bodies.reduce((size, { length }) => size + length, 1),
  })
  const ticketPlace: string = randomUUID()
  return {
    /** Stands in a document for its ticket: every visit has one of its own. */
    ticketPlace,
    /** @param facts all that the document depends on. @param write makes it where it isn't known. */
    document(facts: readonly unknown[], write: () => Promise<PageDocument>): Promise<KeptDocument> {
      const key = createHash('sha256').update(JSON.stringify(facts)).digest('base64')
      return documents.forceFetch(key, { context: write })
    },
    /**
     * What visits of a document are sent, encoded once for all that are sent the same.
     * @param what of the document they are sent. @param make it as a text.
     * @returns its pieces: where one ends and another begins, there is the visit's ticket.
     */
    bodiesOf({ key }: KeptDocument, what: string, make: () => string): readonly Buffer[] {
      const name = `${what} of ${key}`
      const known = encoded.get(name)
      if (known !== undefined) return known
      const bodies = make()
        .split(ticketPlace)
        .map((text) => Buffer.from(text))
      encoded.set(name, bodies)
      return bodies
    },
  }
}
