import type { SegmentEdit } from '@callfolio/shared/contract/microsite.ts'
import type { Segment } from '@callfolio/shared/contract/transcript.ts'

/** What was typed in a line so far; what is absent is as it was. */
export interface TypedLine {
  text?: string
  speaker?: string
}

/** What is typed in a transcript, by line. */
export type TranscriptDraft = ReadonlyMap<string, TypedLine>

/** Puts something typed to what was typed before. */
export function typeInto(draft: TranscriptDraft, id: string, typed: TypedLine): TranscriptDraft {
  return new Map(draft).set(id, { ...draft.get(id), ...typed })
}

/** Whether a line says something else, or by somebody else, than was transcribed. */
export function isCorrected(segments: readonly Segment[]): boolean {
  return segments.some(({ heard }) => heard)
}

/** What was changed of the lines. An emptied line keeps its words: a transcript can be wrong, but has no gaps. */
export function lineEdits(segments: readonly Segment[], draft: TranscriptDraft): SegmentEdit[] {
  return segments.flatMap(({ id, text, speaker }) => {
    const typed = draft.get(id)
    const words = typed?.text?.trim() || text
    const name = typed?.speaker === undefined ? speaker : typed.speaker.trim() || null
    const edit = {
      ...(words !== text.trim() && words !== text && { text: words }),
      ...(name !== speaker && { speaker: name }),
    }
    return Object.keys(edit).length === 0 ? [] : [{ id, ...edit }]
  })
}
