import type { Segment } from '@callfolio/shared/contract/transcript.ts'
import type { Moment } from '@callfolio/shared/microsite-outline.ts'

/** A word below this confidence is shown dimmed. */
const LOW_CONFIDENCE = 0.5

/**
 * Index of the line being spoken at `ms`: the last one that has begun; -1 before the first. Between two lines the one
 * before stays. Segments are in order of time.
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

/** A piece of a line's text; `doubtful` when the engine was not sure of it, or its words are redacted. */
export interface TextRun {
  text: string
  doubtful: boolean
}

/** Cuts a line where the engine's certainty changes. Its text is kept to the letter when words are not known. */
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

/** What one person says in a row, or a part of it. */
interface Turn {
  speaker: string | null
  /** The same person's words went before. */
  continued: boolean
  segments: Segment[]
}

/** Joins neighbouring lines of one speaker, at most `maxLines` of them. */
export function turnsOf(segments: readonly Segment[], maxLines: number): Turn[] {
  const turns: Turn[] = []
  for (const segment of segments) {
    const last = turns.at(-1)
    const continued = last !== undefined && last.speaker === segment.speaker
    if (continued && last.segments.length < maxLines) last.segments.push(segment)
    else turns.push({ speaker: segment.speaker, continued, segments: [segment] })
  }
  return turns
}

/** The lines that something stands on; where none are named, the one spoken at that time. */
export function momentLines({ segmentIds, startMs }: Moment, segments: readonly Segment[], most: number): Segment[] {
  const named = segments.filter(({ id }) => segmentIds.includes(id)).slice(0, most)
  if (named.length > 0) return named
  const spoken = segments[segmentIndexAt(segments, startMs)]
  return spoken ? [spoken] : []
}
