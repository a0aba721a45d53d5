import { MOST_SPEAKERS } from '@callfolio/shared/contract/transcript.ts'
import { LEAST_SHARE, lengthMs, nameTurns, type LabelledTurn } from './name-turns.ts'
import type { SpeakerTurn } from './speaker-turn.ts'

/**
 * Makes turns of what a diariser heard: stretches in order of their start, those of two people overlapping where both
 * speak. Where they do, nobody's turn is told: the words there are one person's, and it isn't known whose.
 * @param count how many people speak; null: voices that are hardly heard, and those beyond the most there can be, are left out.
 */
export function settleTurns(heard: readonly LabelledTurn[], count: number | null): SpeakerTurn[] {
  const alone = aloneTurns(heard)
  if (count !== null) return nameTurns(alone)
  const people = new Set(mainVoices(alone))
  return nameTurns(alone.filter(({ label }) => people.has(label)))
}

function aloneTurns(heard: readonly LabelledTurn[]): LabelledTurn[] {
  const changes = heard
    .flatMap(({ startMs, endMs, label }) => [
      { atMs: startMs, label, speaks: true },
      { atMs: endMs, label, speaks: false },
    ])
    .toSorted((a, b) => a.atMs - b.atMs)
  const alone: LabelledTurn[] = []
  const speaking = new Set<number>()
  let sinceMs = 0
  for (const { atMs, label, speaks } of changes) {
    const [one, other] = speaking
    if (one !== undefined && other === undefined && atMs > sinceMs)
      alone.push({ startMs: sinceMs, endMs: atMs, label: one })
    if (speaks) speaking.add(label)
    else speaking.delete(label)
    sinceMs = atMs
  }
  return alone
}

function mainVoices(turns: readonly LabelledTurn[]): number[] {
  const least = lengthMs(turns) * LEAST_SHARE
  return [...Map.groupBy(turns, ({ label }) => label)]
    .map(([label, own]) => ({ label, ms: lengthMs(own) }))
    .filter(({ ms }) => ms >= least)
    .toSorted((a, b) => b.ms - a.ms)
    .slice(0, MOST_SPEAKERS)
    .map(({ label }) => label)
}
