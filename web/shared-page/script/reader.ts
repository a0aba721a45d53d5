/** How long the page must be visible before the visitor counts as a reader. ms */
export const LEAST_VISIBLE_MS = 3000

/** State of the person at the page; times in ms. */
export interface Reader {
  seenMs: number
  /** When the page became visible; null while it is not. */
  inSightSince: number | null
  /** Moved, typed, scrolled or touched: programs that only load a page don't. */
  acted: boolean
}

export type ReaderEvent = { type: 'shown'; at: number } | { type: 'hidden'; at: number } | { type: 'acted' }

export const UNSEEN: Reader = { seenMs: 0, inSightSince: null, acted: false }

export function readerReducer(reader: Reader, event: ReaderEvent): Reader {
  switch (event.type) {
    case 'shown':
      return { ...reader, inSightSince: reader.inSightSince ?? event.at }
    case 'hidden':
      return { ...reader, seenMs: seenAt(reader, event.at), inSightSince: null }
    case 'acted':
      return { ...reader, acted: true }
  }
}

/**
 * ms until the visitor counts as a reader if the page stays visible, 0 if they do; null while only input or
 * visibility can change it.
 */
export function waitForReader(reader: Reader, at: number): number | null {
  if (!reader.acted || reader.inSightSince === null) return null
  return Math.max(0, LEAST_VISIBLE_MS - seenAt(reader, at))
}

function seenAt({ seenMs, inSightSince }: Reader, at: number): number {
  return inSightSince === null ? seenMs : seenMs + Math.max(0, at - inSightSince)
}
