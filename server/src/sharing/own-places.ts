import { randomUUID } from 'node:crypto'

/** What each visit has of its own in a text that many are sent: its ticket, and what addresses begin with where it came to. */
export interface OwnFacts {
  ticket: string
  origin: string
}

/** Bytes that all are sent, or the name of what takes their place. */
export type Piece = Buffer | keyof OwnFacts

export type OwnPlaces = ReturnType<typeof createOwnPlaces>

/**
 * Places in texts for what each visit has of its own. So a text that is kept depends on none of it, and nobody can have it
 * made again by a host of their own making.
 */
export function createOwnPlaces() {
  const ticket: string = randomUUID()
  // Addresses are made of it, and neither HTML nor JSON writes it in another way.
  const origin = `http://${randomUUID()}.invalid`
  const either = new RegExp(`(${ticket}|${origin})`)
  const pieceOf = (text: string): Piece => (text === ticket ? 'ticket' : text === origin ? 'origin' : Buffer.from(text))
  return {
    /** Are in a text until it is split. */
    ticket,
    origin,
    split: (text: string): readonly Piece[] => text.split(either).map(pieceOf),
    /** @returns the bytes of a visit. */
    fill: (pieces: readonly Piece[], own: OwnFacts): Buffer[] =>
      pieces.map((piece) => (typeof piece === 'string' ? Buffer.from(own[piece]) : piece)),
  }
}

/** What pieces take in memory, in bytes; never 0. */
export function bytesOf(pieces: readonly Piece[]): number {
  return pieces.reduce((size, { length }) => size + length, 1)
}
