import type { TimeSpan } from '@callfolio/shared/contract/redaction.ts'
import type { Segment } from '@callfolio/shared/contract/transcript.ts'
import { joinSpans } from '@callfolio/shared/redaction.ts'

/** An owner's marks: lines by their ids, and spans by their times. */
export interface Marked {
  lines: ReadonlySet<string>
  spans: readonly TimeSpan[]
}

export const NOTHING_MARKED: Marked = { lines: new Set(), spans: [] }

/** The spans of all marks, merged. */
export function getSpans({ lines, spans }: Marked, segments: readonly Segment[]): TimeSpan[] {
  const ofLines = segments
    .filter(({ id }) => lines.has(id))
    .map(({ start_ms, end_ms }) => ({ start_ms, end_ms: Math.max(end_ms, start_ms + 1) }))
  return joinSpans([...ofLines, ...spans])
}

/** Marks or unmarks a line. */
export function toggleLine(marked: Marked, id: string): Marked {
  const lines = new Set(marked.lines)
  if (!lines.delete(id)) lines.add(id)
  return { ...marked, lines }
}

/** Removes every mark that overlaps a span. */
export function removeSpan(marked: Marked, span: TimeSpan, segments: readonly Segment[]): Marked {
  const isIn = ({ start_ms, end_ms }: TimeSpan) =>
    start_ms < span.end_ms && Math.max(end_ms, start_ms + 1) > span.start_ms
  const gone = new Set(segments.filter(isIn).map(({ id }) => id))
  return {
    lines: new Set([...marked.lines].filter((id) => !gone.has(id))),
    spans: marked.spans.filter((each) => !isIn(each)),
  }
}

/** A typed time (`62`, `1:02`, `1:02:03`, `1:02.5`) in ms; null: invalid. */
export function readClock(text: string): number | null {
  const parts = text.trim().split(':')
  if (
    parts.length > 3 ||
    !parts.every((part, at) => (at < parts.length - 1 ? /^\d+$/ : /^\d+(?:[.,]\d+)?$/).test(part))
  )
    return null
  const seconds = parts.reduce((sum, part) => sum * 60 + Number(part.replace(',', '.')), 0)
  return Math.round(seconds * 1000)
}
