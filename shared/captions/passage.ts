import type { Utterance } from './caption-text.ts'

/** A transcript's content between two of its times, in file order. */
export interface Passage {
  /** Null: the transcript has no time for it. */
  startMs: number | null
  /** Null: it lasts as long as its words take. */
  endMs: number | null
  /** Each one starts where the speaker may change. */
  utterances: Utterance[]
}

/** The result of reading a file. */
export interface Parsed {
  passages: Passage[]
  /** Lines about the transcript that are not part of it, or their starts: headings, ids, comments. */
  asides: string[]
  /** Everything in a data file that may be speech, each list with its entries on lines. Null: the file's own lines. */
  content: string[] | null
}

const TIME_OF_DAY = /\s?([ap])\.?m\.?$/i
const DAY_MS = 86_400_000
const NOON_MS = DAY_MS / 2

/** `[hours:]minutes:seconds[.fraction]`, also with `:frames`, or a time of day with AM or PM, in ms. */
export function readTime(text: string): number {
  const half = TIME_OF_DAY.exec(text.trim())?.[1]?.toLowerCase()
  const [clock = '', fraction = ''] = text.replace(TIME_OF_DAY, '').trim().split(/[.,;]/)
  const parts = clock.split(':').map(Number)
  // Editors write the frame after the seconds.
  if (parts.length > 3) parts.pop()
  if (half !== undefined && parts.length === 2) parts.push(0)
  const ms = parts.reduce((total, part) => total * 60 + part, 0) * 1000 + Number(fraction.padEnd(3, '0').slice(0, 3))
  return half === undefined ? ms : (ms % NOON_MS) + (half === 'p' ? NOON_MS : 0)
}

/** Lines of a text, with any line ending. If each is followed by an empty one, those are removed. */
export function splitLines(text: string): string[] {
  const lines = text.replace(/^\uFEFF/, '').split(/\r+\n|\r|\n|\u2028|\u2029/)
  const isDoubled =
    lines.length > 5 && lines.every((line, at) => (at % 2 === 1) === (line.trim() === '') || at === lines.length - 1)
  return isDoubled ? lines.filter((_, at) => at % 2 === 0) : lines
}
