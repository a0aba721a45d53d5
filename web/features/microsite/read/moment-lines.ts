import type { Segment } from '@callfolio/shared/contract/transcript.ts'
import type { Moment } from '@callfolio/shared/microsite-outline.ts'
import { segmentIndexAt } from '../../../lib/segments.ts'

/** The lines that something stands on; where none are named, the one spoken at that time. */
export function momentLines({ segmentIds, startMs }: Moment, segments: readonly Segment[], most: number): Segment[] {
  const named = segments.filter(({ id }) => segmentIds.includes(id)).slice(0, most)
  if (named.length > 0) return named
  const spoken = segments[segmentIndexAt(segments, startMs)]
  return spoken ? [spoken] : []
}
