import type { TimeSpan } from './contract/redaction.ts'
import type { Segment } from './contract/transcript.ts'

/** What is in a transcript in place of redacted lines. */
export const REDACTED_TEXT = '[redacted]'

/** Stretches in order of time, those that overlap or touch joined. */
export function joinSpans(spans: readonly TimeSpan[]): TimeSpan[] {
  const joined: TimeSpan[] = []
  for (const { start_ms, end_ms } of spans.toSorted((a, b) => a.start_ms - b.start_ms)) {
    const last = joined.at(-1)
    if (last && start_ms <= last.end_ms) last.end_ms = Math.max(last.end_ms, end_ms)
    else joined.push({ start_ms, end_ms })
  }
  return joined
}

/** Whether a stretch shares a moment with one of the spans; one without length is a moment. */
export function touchesSpan({ start_ms, end_ms }: TimeSpan, spans: readonly TimeSpan[]): boolean {
  const end = Math.max(end_ms, start_ms + 1)
  return spans.some((span) => start_ms < span.end_ms && end > span.start_ms)
}

/**
 * A transcript of which nothing is left that was said in the spans: each line that touches one goes as a whole, because
 * its words' times are not certain. One marker stands in the place of neighbouring lines, with the first one's id.
 */
export function redactSegments(segments: readonly Segment[], spans: readonly TimeSpan[]): Segment[] {
  if (spans.length === 0) return [...segments]
  const kept: Segment[] = []
  let joins = false
  for (const segment of segments) {
    const { id, start_ms, end_ms } = segment
    if (!touchesSpan(segment, spans)) {
      kept.push(segment)
      joins = false
      continue
    }
    const last = kept.at(-1)
    if (joins && last) last.end_ms = Math.max(last.end_ms, end_ms)
    else kept.push({ id, start_ms, end_ms, speaker: null, text: REDACTED_TEXT, redacted: true })
    joins = true
  }
  return kept
}
