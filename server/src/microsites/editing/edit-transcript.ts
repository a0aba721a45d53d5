import type { MicrositeEdit, SegmentEdit } from '@callfolio/shared/contract/microsite.ts'
import type { Segment } from '@callfolio/shared/contract/transcript.ts'
import { editLine, originalLine } from '@callfolio/shared/transcript/edit-line.ts'
import { AppError } from '../../kernel/errors.ts'

/**
 * The transcript with the owner's corrections, or as transcribed if there are none.
 * @returns the same segments object when nothing is edited.
 * @throws AppError invalid_request for a line or a speaker that doesn't exist.
 */
export function editTranscript(
  segments: readonly Segment[],
  { segments: edits = [], rename_speaker: rename }: Pick<MicrositeEdit, 'segments' | 'rename_speaker'>,
): readonly Segment[] {
  if (edits?.length === 0 && !rename) return segments
  const edited = edits === null ? segments.map(originalLine) : editLines(segments, edits)
  if (!rename) return edited
  if (!edited.some(({ speaker }) => speaker === rename.from))
    throw new AppError('invalid_request', `Speaker “${rename.from}” doesn’t exist.`)
  return edited.map((segment) =>
    segment.speaker === rename.from ? editLine(segment, { speaker: rename.to }) : segment,
  )
}

function editLines(segments: readonly Segment[], edits: readonly SegmentEdit[]): Segment[] {
  const byId = new Map(edits.map((edit) => [edit.id, edit]))
  const known = new Set(segments.map(({ id }) => id))
  if (edits.some(({ id }) => !known.has(id)))
    throw new AppError('invalid_request', 'This line isn’t in the transcript.')
  if (segments.some(({ id, redacted }) => redacted && byId.has(id)))
    throw new AppError('invalid_request', 'A redacted line can’t be changed.')
  return segments.map((segment) => editLine(segment, byId.get(segment.id)))
}
