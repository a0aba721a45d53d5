import type { SegmentEdit } from '../contract/microsite.ts'
import type { Segment } from '../contract/transcript.ts'

/**
 * A line with an owner's edit. The original transcription is kept only for parts that differ from it.
 * @returns the line itself when nothing changes.
 */
export function editLine(
  segment: Segment,
  { text = segment.text, speaker = segment.speaker }: Partial<SegmentEdit> = {},
): Segment {
  if (text === segment.text && speaker === segment.speaker) return segment
  // The engine's words and their confidence belong to its own text; the line's times stay.
  const { words, ...original } = originalLine(segment)
  const timed = words && { words }
  const sameText = text === original.text
  const heard = {
    ...(!sameText && { text: original.text, ...timed }),
    ...(speaker !== original.speaker && { speaker: original.speaker }),
  }
  return { ...original, text, speaker, ...(sameText && timed), ...(Object.keys(heard).length > 0 && { heard }) }
}

/** A line as transcribed, before its owner's edits; the line itself if there were none. */
export function originalLine(segment: Segment): Segment {
  if (!segment.heard) return segment
  const { heard, ...line } = segment
  const { text = line.text, speaker = line.speaker, words } = heard
  return { ...line, text, speaker, ...(words && { words }) }
}
