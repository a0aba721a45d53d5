import type { Segment } from '@callfolio/shared/contract/transcript.ts'
import type { TimeRange } from '../media/media.ts'
import { getLine, getTokens, type Token } from './sentence-lines.ts'

type Line = Omit<Segment, 'id'>

export interface HeardPiece {
  /** `sound` is the range that was transcribed; those of neighbors may overlap. */
  piece: TimeRange & { sound: TimeRange }
  lines: readonly Line[]
}

/** Maximum difference between two transcriptions of one word. */
const SAME_WORD_MS = 1000

/** A word of a line, or a line without timed words. */
interface Part {
  line: Line
  token: Token | null
  startMs: number
  middleMs: number
  plain: string
}

/**
 * Joins the transcriptions of pieces whose audio overlaps, keeping each word once. They are joined in the middle of the
 * longest run of words that both have, or at the cut if they share none.
 */
export function joinPieces(pieces: readonly HeardPiece[]): Line[] {
  const parts = pieces.map(({ lines }) => lines.flatMap(getParts))
  for (const [i, { piece }] of pieces.entries()) {
    const [before, after, next] = [parts[i], parts[i + 1], pieces[i + 1]?.piece]
    if (before === undefined || after === undefined || next === undefined) continue
    if (piece.sound.endMs <= next.sound.startMs) continue
    const seam = findSeam(before, after, { startMs: next.sound.startMs, endMs: piece.sound.endMs })
    parts[i] = seam ? before.slice(0, seam.before) : before.filter(({ middleMs }) => middleMs < piece.endMs)
    parts[i + 1] = seam ? after.slice(seam.after) : after.filter(({ middleMs }) => middleMs >= piece.endMs)
  }
  return parts.flatMap(getLines)
}

function getParts(line: Line): Part[] {
  const whole = { line, token: null, startMs: line.start_ms, middleMs: (line.start_ms + line.end_ms) / 2, plain: '' }
  let lastMs = line.start_ms
  return (
    getTokens(line)?.map((token) => {
      const startMs = token.words[0]?.start_ms ?? lastMs
      lastMs = token.words.at(-1)?.end_ms ?? lastMs
      const plain = token.text.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '')
      return { line, token, startMs, middleMs: (startMs + lastMs) / 2, plain }
    }) ?? [whole]
  )
}

/** How many parts of the first and from which of the second on; null: they share no words in the overlap. */
function findSeam(
  before: readonly Part[],
  after: readonly Part[],
  { startMs, endMs }: TimeRange,
): { before: number; after: number } | null {
  let [longest, seam] = [0, null as { before: number; after: number } | null]
  const isNear = ({ middleMs }: Part) => middleMs >= startMs - SAME_WORD_MS && middleMs <= endMs + SAME_WORD_MS
  for (const [i, one] of before.entries()) {
    if (!isNear(one)) continue
    for (const [j, other] of after.entries()) {
      if (!isNear(other)) break
      let length = 0
      while (isSameWord(before[i + length], after[j + length])) length += 1
      const half = Math.ceil(length / 2)
      if (length > longest) [longest, seam] = [length, { before: i + half, after: j + half }]
    }
  }
  return seam
}

function isSameWord(one: Part | undefined, other: Part | undefined): boolean {
  if (one === undefined || other === undefined || one.plain === '') return false
  return one.plain === other.plain && Math.abs(one.startMs - other.startMs) < SAME_WORD_MS
}

/** Rebuilds lines from the remaining words. */
function getLines(parts: readonly Part[]): Line[] {
  return [...Map.groupBy(parts, ({ line }) => line)].flatMap(([line, own]) => {
    const tokens = own.flatMap(({ token }) => token ?? [])
    if (tokens.length === 0) return [line]
    return tokens.some(({ words }) => words.length > 0) ? [getLine(tokens, line.speaker)] : []
  })
}
