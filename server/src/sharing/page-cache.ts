import { createHash } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import type { PageLine, SharedVideo, WrittenPage } from '@callfolio/shared/shared-page.ts'
import { createSingleFlight } from '../kernel/single-flight.ts'
import { bytesOf, type OwnPlaces, type Piece } from './own-places.ts'

/** A page of an hour's call has about 500,000 characters, of the longest transcripts 40 million. */
const KEPT_CHARACTERS = 64_000_000
/** What most visits are sent is the same. */
const KEPT_BYTES = 48_000_000
/** Some begin at a moment or part that they choose. These make room for one another alone: nobody pushes out what the others are sent. */
const CHOSEN_BYTES = 16_000_000

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
  const chosen = new LRUCache<string, readonly Piece[]>({ maxSize: CHOSEN_BYTES, sizeCalculation: bytesOf })
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
     * @param what of the document they are sent; `isChosen`: by the visit itself, which may choose a million others.
     * @param make it as a text.
     */
    piecesOf: (
      { key }: KnownDocument,
      { name, isChosen }: { name: string; isChosen: boolean },
      make: () => string,
    ): readonly Piece[] => {
      if (key === null) return split(make())
      const kept = isChosen ? chosen : encoded
      const known = kept.get(`${name} of ${key}`)
      if (known !== undefined) return known
      const pieces = split(make())
      kept.set(`${name} of ${key}`, pieces)
      return pieces
    },
  }
}
