import type { TimeSpan } from './contract/redaction.ts'
import type { Segment } from './contract/transcript.ts'

/** Placeholder for redacted lines in a transcript. */
export const REDACTED_TEXT = '[redacted]'

/** Sorts spans by time and merges those that overlap or touch. */
export function joinSpans(spans: readonly TimeSpan[]): TimeSpan[] {
  const joined: TimeSpan[] = []
  for (const { start_ms, end_ms } of spans.toSorted((a, b) => a.start_ms - b.start_ms)) {
    const last = joined.at(-1)
    if (last && start_ms <= last.end_ms) last.end_ms = Math.max(last.end_ms, end_ms)
    else joined.push({ start_ms, end_ms })
  }
  return joined
}

/** Whether a segment overlaps one of the spans; one without length counts as 1 ms. */
export function touchesSpan({ start_ms, end_ms }: TimeSpan, spans: readonly TimeSpan[]): boolean {
  const end = Math.max(end_ms, start_ms + 1)
  return spans.some((span) => start_ms < span.end_ms && end > span.start_ms)
}

/**
 * Removes everything said in the spans: every line that overlaps one is removed as a whole, because the times of its
 * words are uncertain. One marker replaces adjacent lines and gets the first one's id.
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
