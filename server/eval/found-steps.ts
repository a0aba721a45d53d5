import type { Segment } from '@callfolio/shared/contract/transcript.ts'
import type { AnalysisDraft, DraftItem } from '../src/analysis/analyst.ts'
import type { SalesCall, SalesNotes } from './calls.ts'
import type { Part } from './strict.ts'

/** How many next steps of the notes the owner is led to, whatever the words. */
export interface FoundSteps {
  /** Actions of the notes with a next step, or a possible one, of their owner that stands on one of their lines. */
  found: Part
  /** Possible next steps that stand on an action of the notes, of its owner. */
  possible: Part
}

/** Compares where an analyst found next steps with a call's notes. @param segments the lines that `draft` was made from. */
export function foundSteps(
  { actionPoints, unworded = [] }: AnalysisDraft,
  segments: readonly Segment[],
  { cues, notes }: Pick<SalesCall, 'cues' | 'notes'>,
): FoundSteps {
  const isOf = (item: DraftItem, action: SalesNotes['actions'][number]) =>
    action.owner.some((owner) => item.owner?.includes(owner)) &&
    action.evidence.some((at) => {
      const cue = cues[at]
      return segments.some(
        ({ id, start_ms, end_ms }) =>
          cue !== undefined && item.segmentIds.includes(id) && cue.start_ms >= start_ms && cue.end_ms <= end_ms,
      )
    })
  const all = [...actionPoints, ...unworded]
  const isInNotes = (item: DraftItem) => notes.actions.some((action) => isOf(item, action))
  return {
    found: {
      of: notes.actions.length,
      are: notes.actions.filter((action) => all.some((item) => isOf(item, action))).length,
    },
    possible: { of: unworded.length, are: unworded.filter(isInNotes).length },
  }
}
