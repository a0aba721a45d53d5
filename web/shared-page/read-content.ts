import type { SharedMicrosite } from '@callfolio/shared/contract/share.ts'
import { outlineOf, type MicrositeOutline, type Moment } from '@callfolio/shared/microsite-outline.ts'
import { segmentIndexAt } from '../lib/segments.ts'

/** Finds the lines of the transcript that a moment stands on, as ids of elements; none without a timed transcript. */
export type FindLines = (moment: Moment) => string[]

/** What a page is made of. */
export interface PageContent {
  outline: MicrositeOutline
  lines: FindLines
  hasTranscript: boolean
}

/** A shared microsite has its fallbacks behind it, so that the outline takes its fields as they are. */
export function readContent(microsite: SharedMicrosite): PageContent {
  const { segments, transcript } = microsite
  const ids = new Set(segments.map(({ id }) => id))
  const nothing = { gpt_summaries: null, gpt_summary: null, gpt_quotes: null, gpt_action_points: null, gpt_important_points: null, gpt_todo_list: null }
  return {
    outline: outlineOf({ ...nothing, ...microsite }),
    hasTranscript: segments.length > 0 || Boolean(transcript?.trim()),
    lines: ({ segmentIds, startMs }) => {
      const named = segmentIds.filter((id) => ids.has(id))
      const spoken = segments[segmentIndexAt(segments, startMs)]
      return (named.length > 0 || spoken === undefined ? named : [spoken.id]).map(lineId)
    },
  }
}

/** The id of a line's element. A segment's id may hold what would end an id in a list. */
export function lineId(segmentId: string): string {
  return `line-${encodeURIComponent(segmentId)}`
}
