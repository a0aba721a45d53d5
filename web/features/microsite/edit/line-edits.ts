import type { SegmentEdit } from '@callfolio/shared/contract/microsite.ts'
import type { Segment } from '@callfolio/shared/contract/transcript.ts'

/** Unsaved edits of a line; absent fields are unchanged. */
export interface TypedLine {
  text?: string
  speaker?: string
}

/** Unsaved edits of a transcript, by line. */
export type TranscriptDraft = ReadonlyMap<string, TypedLine>

/** Merges an edit into earlier ones. */
export function typeInto(draft: TranscriptDraft, id: string, typed: TypedLine): TranscriptDraft {
  return new Map(draft).set(id, { ...draft.get(id), ...typed })
}

/** Whether a line's text or speaker differs from the transcription. */
export function isCorrected(segments: readonly Segment[]): boolean {
  return segments.some(({ heard }) => heard)
}

/** The changed lines. An emptied line keeps its words: a transcript can be wrong, but has no gaps. */
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
