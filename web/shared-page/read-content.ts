import type { SharedMicrosite } from '@callfolio/shared/contract/share.ts'
import {
  chaptersOf,
  outlineOf,
  type Chapter,
  type MicrositeOutline,
  type Moment,
} from '@callfolio/shared/microsite-outline.ts'
import { segmentIndexAt } from '../lib/segments.ts'

/** Where a moment leads. */
export interface Lead {
  /** To its line; without one on the page to the same page at the moment. */
  href: string
  /** Ids of the elements of the transcript's lines that it stands on. */
  lines: string[]
  /** Where the video is to go on, in ms; null without a video. */
  videoMs: number | null
}

/** Null: nowhere. */
export type LeadOf = (moment: Moment) => Lead | null

/** What a page is made of. */
export interface PageContent {
  outline: MicrositeOutline
  chapters: Chapter[]
  leadOf: LeadOf
  hasTranscript: boolean
}

/** A shared microsite has its fallbacks behind it, so that the outline takes its fields as they are. */
export function readContent(microsite: SharedMicrosite, { hasVideo }: { hasVideo: boolean }): PageContent {
  const { segments, transcript } = microsite
  const ids = new Set(segments.map(({ id }) => id))
  const nothing = {
    gpt_summary: null,
    gpt_summaries: null,
    gpt_quotes: null,
    gpt_action_points: null,
    gpt_important_points: null,
    gpt_todo_list: null,
  }
  const linesOf = ({ segmentIds, startMs }: Moment) => {
    const named = segmentIds.filter((id) => ids.has(id))
    const spoken = segments[segmentIndexAt(segments, startMs)]
    return (named.length > 0 || spoken === undefined ? named : [spoken.id]).map(lineId)
  }
  return {
    outline: outlineOf({ ...nothing, ...microsite }),
    chapters: chaptersOf(microsite.chapters),
    hasTranscript: segments.length > 0 || Boolean(transcript?.trim()),
    leadOf: (moment) => {
      const lines = linesOf(moment)
      if (lines.length === 0 && !hasVideo) return null
      const href = lines[0] === undefined ? `?t=${moment.startMs / 1000}` : `#${encodeURIComponent(lines[0])}`
      return { href, lines, videoMs: hasVideo ? moment.startMs : null }
    },
  }
}

/** The id of a line's element. A segment's id may hold what would end an id in a list. */
export function lineId(segmentId: string): string {
  return `line-${encodeURIComponent(segmentId)}`
}
