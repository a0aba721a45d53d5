import type { TimeRange } from '../media/media.ts'

/** A piece may be this much shorter or longer than the target, so that it can end in a silence. */
const SHORTEST = 0.6
const LONGEST = 1.25
/** What is left at the end is never a snippet that a speech service refuses or guesses at. */
const SHORTEST_REST = 0.1
/** Of a piece that is nothing but silence: recognisers make up words over it. */
const SILENT_SHARE = 0.99

/**
 * Plans how a recording is cut for a speech service: pieces of about `targetMs`, each ending in the middle of the longest
 * silence near it, or at the target where nobody pauses. Pieces without any sound are left out.
 * @returns ranges in order, none longer than 1.25 × `targetMs`.
 */
export function planSpeechPieces(durationMs: number, silences: readonly TimeRange[], targetMs: number): TimeRange[] {
  const pieces: TimeRange[] = []
  let startMs = 0
  while (durationMs - startMs > targetMs * LONGEST) {
    const endMs = cutAfter(startMs, durationMs, silences, targetMs)
    pieces.push({ startMs, endMs })
    startMs = endMs
  }
  if (durationMs > startMs) pieces.push({ startMs, endMs: durationMs })
  return pieces.filter((piece) => silentMs(piece, silences) < (piece.endMs - piece.startMs) * SILENT_SHARE)
}

function cutAfter(startMs: number, durationMs: number, silences: readonly TimeRange[], targetMs: number): number {
  const near = { startMs: startMs + targetMs * SHORTEST, endMs: Math.min(startMs + targetMs * LONGEST, durationMs - targetMs * SHORTEST_REST) }
  const [longest] = silences
    .map((silence) => overlap(silence, near))
    .filter((range) => range.endMs > range.startMs)
    .toSorted((a, b) => b.endMs - b.startMs - (a.endMs - a.startMs))
  return Math.round(longest === undefined ? startMs + targetMs : (longest.startMs + longest.endMs) / 2)
}

function silentMs(piece: TimeRange, silences: readonly TimeRange[]): number {
  return silences.map((silence) => overlap(silence, piece)).reduce((sum, range) => sum + Math.max(0, range.endMs - range.startMs), 0)
}

function overlap(a: TimeRange, b: TimeRange): TimeRange {
  return { startMs: Math.max(a.startMs, b.startMs), endMs: Math.min(a.endMs, b.endMs) }
}
