import type { TimeRange } from '../media/media.ts'

/** A piece may be this much longer than the target before it is cut. */
const LONGEST = 1.25
/** How far a cut may move, as a share of a piece, so that it can fall into a silence. */
const LEEWAY = 0.1
/** Pieces that are only silence are left out: recognizers invent words for them. */
const SILENT_SHARE = 0.99

/**
 * Plans how to cut a recording for a speech service: pieces of at most about `targetMs` and similar length, equally
 * many per concurrent request, so that all requests end together. Each ends in the middle of the longest silence near
 * its planned position, or at that position if there is no pause. Pieces without any audio are left out.
 * @returns ranges in order, none longer than 1.25 × `targetMs`.
 */
export function planSpeechPieces(
  durationMs: number,
  silences: readonly TimeRange[],
  targetMs: number,
  atOnce: number,
): TimeRange[] {
  const count = countPieces(durationMs, targetMs, atOnce)
  const cuts = Array.from({ length: count - 1 }, (_, index) =>
    cutNear((durationMs * (index + 1)) / count, silences, (durationMs / count) * LEEWAY),
  )
  const edges = [0, ...cuts, durationMs]
  const pieces = edges.slice(1).map((endMs, index) => ({ startMs: edges[index] ?? 0, endMs }))
  return pieces.filter(
    (piece) => piece.endMs > piece.startMs && silentMs(piece, silences) < (piece.endMs - piece.startMs) * SILENT_SHARE,
  )
}

function countPieces(durationMs: number, targetMs: number, atOnce: number): number {
  if (durationMs <= targetMs * LONGEST) return 1
  const needed = Math.ceil(durationMs / targetMs)
  const lanes = Math.min(atOnce, needed)
  return lanes * Math.ceil(needed / lanes)
}

function cutNear(placeMs: number, silences: readonly TimeRange[], leewayMs: number): number {
  const near = { startMs: placeMs - leewayMs, endMs: placeMs + leewayMs }
  const [longest] = silences
    .map((silence) => overlap(silence, near))
    .filter((range) => range.endMs > range.startMs)
    .toSorted((a, b) => b.endMs - b.startMs - (a.endMs - a.startMs))
  return Math.round(longest === undefined ? placeMs : (longest.startMs + longest.endMs) / 2)
}

function silentMs(piece: TimeRange, silences: readonly TimeRange[]): number {
  return silences
    .map((silence) => overlap(silence, piece))
    .reduce((sum, range) => sum + Math.max(0, range.endMs - range.startMs), 0)
}

function overlap(a: TimeRange, b: TimeRange): TimeRange {
  return { startMs: Math.max(a.startMs, b.startMs), endMs: Math.min(a.endMs, b.endMs) }
}
