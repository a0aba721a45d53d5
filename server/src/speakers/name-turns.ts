import type { TimeRange } from '../media/media.ts'
import type { SpeakerTurn } from './speaker-turn.ts'

/** A stretch in which somebody speaks whose name is not known; `label` tells them from the others. */
export interface LabelledTurn extends TimeRange {
  label: number
}

/** A sound that is heard for less of the time is a laugh or a noise, not another person, unless the owner counts them. */
export const LEAST_SHARE = 0.02

/** @param turns in order. @returns the same with names: "Speaker 1" is whoever is heard first. */
export function nameTurns(turns: readonly LabelledTurn[]): SpeakerTurn[] {
  const order = [...new Set(turns.map(({ label }) => label))]
  return turns.map(({ startMs, endMs, label }) => ({ startMs, endMs, speaker: `Speaker ${order.indexOf(label) + 1}` }))
}

/** How long these are together, ms. */
export function lengthMs(ranges: readonly TimeRange[]): number {
  return ranges.reduce((sum, { startMs, endMs }) => sum + endMs - startMs, 0)
}
