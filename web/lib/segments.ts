import type { Segment } from '@callfolio/shared/contract/transcript.ts'
import type { Moment } from '@callfolio/shared/page/microsite-outline.ts'

/** A word below this confidence is shown dimmed. */
const LOW_CONFIDENCE = 0.5

/**
 * Index of the line being spoken at `ms`: the last one that has begun; -1 before the first. Between two lines it is
 * the earlier one. Segments are in chronological order.
 */
export function segmentIndexAt(segments: readonly Pick<Segment, 'start_ms'>[], ms: number): number {
  let low = 0
  let high = segments.length
  while (low < high) {
    const middle = (low + high) >> 1
    if ((segments[middle]?.start_ms ?? Infinity) <= ms) low = middle + 1
    else high = middle
  }
  return low - 1
}

/** A piece of a line's text; `doubtful` if the engine was unsure of it, or it is redacted. */
export interface TextRun {
  text: string
  doubtful: boolean
}

/** Splits a line where the engine's confidence changes. The text stays unchanged if words are unknown. */
export function textRuns(segment: Segment): TextRun[] {
  if (segment.redacted) return [{ text: segment.text, doubtful: true }]
  const runs: TextRun[] = []
  for (const word of segment.words ?? []) {
    const doubtful = word.confidence !== undefined && word.confidence < LOW_CONFIDENCE
    const last = runs.at(-1)
    if (last?.doubtful === doubtful) last.text += ` ${word.text}`
    else runs.push({ text: word.text, doubtful })
  }
  return runs.some(({ doubtful }) => doubtful) ? runs : [{ text: segment.text, doubtful: false }]
}

/** Consecutive lines of one person, or a part of them. */
interface Turn {
  speaker: string | null
  /** It continues the same person's words. */
  continued: boolean
  segments: Segment[]
}

/** Joins adjacent lines of one speaker, at most `maxLines` of them. */
export function getTurns(segments: readonly Segment[], maxLines: number): Turn[] {
  const turns: Turn[] = []
  for (const segment of segments) {
    const last = turns.at(-1)
    const continued = last !== undefined && last.speaker === segment.speaker
    if (continued && last.segments.length < maxLines) last.segments.push(segment)
    else turns.push({ speaker: segment.speaker, continued, segments: [segment] })
  }
  return turns
}

/** The cited lines; if there are none, the line spoken at that time. */
export function momentLines(
  { segmentIds, startMs }: Moment,
  segments: readonly Segment[],
  maxLines: number,
): Segment[] {
  const named = segments.filter(({ id }) => segmentIds.includes(id)).slice(0, maxLines)
  if (named.length > 0) return named
  const spoken = segments[segmentIndexAt(segments, startMs)]
  return spoken ? [spoken] : []
}
