import { MOST_SPEAKERS } from '@callfolio/shared/contract/transcript.ts'
import type { TimeRange } from '../media/media.ts'
import type { SpeakerTurn } from './diariser.ts'
import { numberedSpeaker } from './numbered-speaker.ts'

/** Continuous speech of an unnamed speaker, identified by `label`. */
export interface LabelledTurn extends TimeRange {
  label: number
}

/** A voice with a smaller share of the speech is a laugh or a noise, unless the owner gave the number of speakers. */
export const LEAST_SHARE = 0.02

/**
 * Makes turns from a diarizer's segments, which are ordered by start and overlap where several people speak. Overlaps
 * get no turn: the words there belong to one person, but it is unknown to whom.
 * @param count the number of speakers; null: leaves out voices with little speech, and those beyond the maximum.
 */
export function assignTurns(stretches: readonly LabelledTurn[], count: number | null): SpeakerTurn[] {
  const single = withoutOverlaps(stretches)
  if (count !== null) return nameTurns(single)
  const people = [...Map.groupBy(single, ({ label }) => label).values()]
    .filter((own) => lengthMs(own) >= lengthMs(single) * LEAST_SHARE)
    .toSorted((a, b) => lengthMs(b) - lengthMs(a))
  const main = new Set(people.slice(0, MOST_SPEAKERS).flat())
  return nameTurns(single.filter((turn) => main.has(turn)))
}

function withoutOverlaps(stretches: readonly LabelledTurn[]): LabelledTurn[] {
  const changes = stretches
    .flatMap(({ startMs, endMs, label }) => [startMs, endMs].map((atMs) => ({ atMs, label })))
    .toSorted((a, b) => a.atMs - b.atMs)
  const single: LabelledTurn[] = []
  const speaking = new Set<number>()
  let sinceMs = 0
  for (const { atMs, label } of changes) {
    const [one, other] = speaking
    if (one !== undefined && other === undefined && atMs > sinceMs)
      single.push({ startMs: sinceMs, endMs: atMs, label: one })
    if (!speaking.delete(label)) speaking.add(label)
    sinceMs = atMs
  }
  return single
}

/** @param turns in order. @returns the same with names: "Speaker 1" is the first to speak. */
export function nameTurns(turns: readonly LabelledTurn[]): SpeakerTurn[] {
  const order = [...new Set(turns.map(({ label }) => label))]
  const speaker = (label: number) => numberedSpeaker(order.indexOf(label) + 1)
  return turns.map(({ startMs, endMs, label }) => ({ startMs, endMs, speaker: speaker(label) }))
}

/** The total length, ms. */
export function lengthMs(ranges: readonly TimeRange[]): number {
  return ranges.reduce((sum, { startMs, endMs }) => sum + endMs - startMs, 0)
}
