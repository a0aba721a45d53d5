import type { SharedMicrosite } from '@callfolio/shared/contract/share.ts'
import {
  getChapters,
  getOutline,
  type Chapter,
  type MicrositeOutline,
  type Moment,
} from '@callfolio/shared/page/microsite-outline.ts'
import { segmentIndexAt } from '../lib/segments.ts'

/** Target of a timestamp. */
export interface Lead {
  /** To its line; if the page has none, to the page itself with `?t=`. */
  href: string
  /** Element ids of the transcript lines it cites. */
  lines: string[]
  /** Video position in ms; null without a video. */
  videoMs: number | null
}

/** Null: nowhere. */
export type LeadOf = (moment: Moment) => Lead | null

/** The content of a page. */
export interface PageContent {
  outline: MicrositeOutline
  chapters: Chapter[]
  getLead: LeadOf
  hasTranscript: boolean
}

/** A shared microsite has its fallbacks applied, so the outline uses its fields as they are. */
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
  const getLines = ({ segmentIds, startMs }: Moment) => {
    const named = segmentIds.filter((id) => ids.has(id))
    const spoken = segments[segmentIndexAt(segments, startMs)]
    return (named.length > 0 || spoken === undefined ? named : [spoken.id]).map(lineId)
  }
  return {
    outline: getOutline({ ...nothing, ...microsite }),
    chapters: getChapters(microsite.chapters),
    hasTranscript: segments.length > 0 || Boolean(transcript?.trim()),
    getLead: (moment) => {
      const lines = getLines(moment)
      if (lines.length === 0 && !hasVideo) return null
      const href = lines[0] === undefined ? `?t=${moment.startMs / 1000}` : `#${encodeURIComponent(lines[0])}`
      return { href, lines, videoMs: hasVideo ? moment.startMs : null }
    },
  }
}

/** A line's element id. A segment's id may contain the separator of id lists. */
export function lineId(segmentId: string): string {
  return `line-${encodeURIComponent(segmentId)}`
}
