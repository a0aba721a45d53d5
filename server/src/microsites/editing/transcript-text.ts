import type { Segment } from '@callfolio/shared/contract/transcript.ts'

/** The transcript as one text, one line per segment. */
export function transcriptText(segments: readonly Segment[]): string {
  return segments.map(({ speaker, text }) => (speaker ? `${speaker}: ${text}` : text)).join('\n')
}
