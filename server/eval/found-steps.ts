import type { Segment } from '@callfolio/shared/contract/transcript.ts'
import type { AnalysisDraft, DraftItem } from '../src/analysis/analyst.ts'
import type { SalesCall } from './calls.ts'
import type { Part } from './strict.ts'

/** How many of the notes' next steps the owner is led to, whatever the wording. */
export interface FoundSteps {
  /**
   * Actions in the notes with a step of their owner on one of their lines, or a possible step within a line of one.
   */
  found: Part
  /** Possible steps within a line of an action in the notes. */
  possible: Part
}

/**
 * Compares where an analyst found next steps with a call's notes.
 * @param segments the lines that `draft` was made from.
 * @param possible ids of lines offered to its owner.
 */
export function foundSteps(
  { actionPoints, todoList }: Pick<AnalysisDraft, 'actionPoints' | 'todoList'>,
  possible: readonly string[],
  segments: readonly Segment[],
  { cues, notes }: Pick<SalesCall, 'cues' | 'notes'>,
): FoundSteps {
  const actions = notes.actions.map((action) => ({ action, places: getPlaces(action.evidence, segments, cues) }))
  const isStated = ({ action, places }: (typeof actions)[number]) =>
    [...actionPoints, ...todoList].some(
      (item: DraftItem) =>
        action.owner.some((owner) => item.owner?.includes(owner)) &&
        places.some((place) => item.segmentIds.includes(segments[place]?.id ?? '')),
    )
  const isNear = (id: string, places: readonly number[]) =>
    places.some((place) => segments.slice(Math.max(0, place - 1), place + 2).some((line) => line.id === id))
  return {
    found: {
      of: actions.length,
      are: actions.filter((each) => isStated(each) || possible.some((id) => isNear(id, each.places))).length,
    },
    possible: {
      of: possible.length,
      are: possible.filter((id) => actions.some(({ places }) => isNear(id, places))).length,
    },
  }
}

/** The indexes of the lines that hold these cues. */
export function getPlaces(
  evidence: readonly number[],
  segments: readonly Segment[],
  cues: readonly Segment[],
): number[] {
  return segments.flatMap(({ start_ms, end_ms }, place) =>
    evidence.some((at) => (cues[at]?.start_ms ?? -1) >= start_ms && (cues[at]?.end_ms ?? Infinity) <= end_ms)
      ? [place]
      : [],
  )
}
