import type { EvidenceItem } from '@callfolio/shared/contract/microsite.ts'
import type { Segment } from '@callfolio/shared/contract/transcript.ts'
import type { Range } from '../../../lib/find-text.ts'

/**
 * A line, or its selected words (an empty range: none), as a quote with its timestamp. The selection is extended to
 * whole words; times are the words' own if the engine provided them.
 */
export function quoteFrom(segment: Segment, { start, end }: Range): EvidenceItem {
  const words = [...segment.text.matchAll(/\S+/g)].map((match) => ({
    start: match.index,
    end: match.index + match[0].length,
  }))
  const chosen = words
    .map((word, index) => ({ ...word, index }))
    .filter((word) => start < end && word.start < end && word.end > start)
  const first = chosen.at(0) ?? { start: 0, index: 0 }
  const last = chosen.at(-1) ?? { end: segment.text.length, index: words.length - 1 }
  // Only words that match the text one by one can provide its times.
  const timed = segment.words?.length === words.length ? segment.words : undefined
  return {
    text: segment.text.slice(first.start, last.end).trim(),
    ...(segment.speaker === null ? {} : { speaker: segment.speaker }),
    start_ms: timed?.[first.index]?.start_ms ?? segment.start_ms,
    end_ms: timed?.[last.index]?.end_ms ?? segment.end_ms,
    segment_ids: [segment.id],
  }
}
