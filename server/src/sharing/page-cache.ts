import { createHash } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import type { PageLine, SharedVideo, WrittenPage } from '@callfolio/shared/shared-page.ts'
import { createSingleFlight } from '../kernel/single-flight.ts'
import { bytesOf, type OwnPlaces, type Piece } from './own-places.ts'

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

/** One with the name that it is kept by; null: it isn't kept. */
export interface KnownDocument extends PageDocument {
  readonly key: string | null
}

/**
 * Keeps documents that were written before, by what they say: a change or another end is another document. Whether a link
 * may still be read is decided before, on every request. One that several readers ask for at once is written once.
 */
export function createPageCache({ split }: Pick<OwnPlaces, 'split'>) {
  const documents = new LRUCache<string, KnownDocument, () => Promise<PageDocument>>({
    maxSize: KEPT_CHARACTERS,
    sizeCalculation: ({ html, parts, lines }) =>
      parts.reduce((size, part) => size + part.length, html.length) + lines.length,
    fetchMethod: async (key, _stale, { context: write }) => ({ ...(await write()), key }),
  })
  const encoded = new LRUCache<string, readonly Piece[]>({ maxSize: KEPT_BYTES, sizeCalculation: bytesOf })
  const passing = createSingleFlight<KnownDocument>()
  const keyOf = (facts: readonly unknown[]) => createHash('sha256').update(JSON.stringify(facts)).digest('base64')
  return {
    /** @param facts all that the document depends on. @param write makes it where it isn't known. */
    document: (facts: readonly unknown[], write: () => Promise<PageDocument>): Promise<KnownDocument> =>
      documents.forceFetch(keyOf(facts), { context: write }),
    /** As `document`, of what changes by the second: it is only for those who ask while it is written. */
    passing: (facts: readonly unknown[], write: () => Promise<PageDocument>): Promise<KnownDocument> =>
      passing(keyOf(facts), async () => ({ ...(await write()), key: null })),
    /**
     * What visits of a document are sent, encoded once for all that are sent the same of one that is kept.
     * @param what of the document they are sent. @param make it as a text.
     */
    piecesOf: ({ key }: KnownDocument, what: string, make: () => string): readonly Piece[] => {
      const name = `${what} of ${key}`
      const known = key === null ? undefined : encoded.get(name)
      if (known !== undefined) return known
      const pieces = split(make())
      if (key !== null) encoded.set(name, pieces)
      return pieces
    },
  }
}
