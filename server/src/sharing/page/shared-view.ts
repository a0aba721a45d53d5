import type { Branding } from '@callfolio/shared/contract/branding.ts'
import type { LinkSection, SharedItem, SharedMicrosite } from '@callfolio/shared/contract/share.ts'
import type { Segment } from '@callfolio/shared/contract/transcript.ts'
import {
  getChapters,
  getSharedOutline,
  getSharedSummary,
  type MicrositeContent,
  type OutlineItem,
  type SummaryContent,
} from '@callfolio/shared/page/microsite-outline.ts'
import type { MicrositeRow } from '../../db/schema.ts'
import { getPlainFields } from '../../microsites/records/plain-fields.ts'
import type { OwnedMicrosite } from './owned-microsite.ts'

/**
 * A microsite as a recipient sees it: what is shown, after all fallbacks, and nothing else.
 * @param sections the ones the link shows; null: all.
 */
export function sharedView(
  site: OwnedMicrosite,
  branding: Branding,
  sections: readonly LinkSection[] | null,
): SharedMicrosite {
  const { summary, quotes, action_points, important_points, todo_list } = getSharedOutline(getContent(site))
  const shows = (section: LinkSection) => sections === null || sections.includes(section)
  const getList = (section: LinkSection, items: OutlineItem[]) => (shows(section) ? items.map(toItem) : [])
  return {
    ...getPlainFields(site),
    summary: (shows('summary') && summary.text) || null,
    summary_evidence: getList(
      'summary',
      summary.sentences.filter(({ moment }) => moment !== null),
    ),
    quotes: getList('quotes', quotes),
    action_points: getList('action_points', action_points),
    important_points: getList('important_points', important_points),
    todo_list: getList('todo_list', todo_list),
    chapters: getList(
      'transcript',
      getChapters(site.chapters).map((chapter) => ({ ...chapter, speaker: null })),
    ),
    transcript: shows('transcript') ? site.transcript : null,
    segments: shows('transcript') ? shownSegments(site) : [],
    // Not only the transcript's information: its language is that of the whole page.
    transcript_info: site.transcriptInfo,
    branding,
  }
}

/** What the summary is built from. */
type SummaryOfSite = Pick<MicrositeRow, 'summary' | 'gptSummaries' | 'gptSummary' | 'summaryEvidence'>

/** The summary as a recipient sees it; null: there is none, or the link does not show it. */
export function sharedSummary(site: SummaryOfSite, sections: readonly LinkSection[] | null): string | null {
  if (sections !== null && !sections.includes('summary')) return null
  return getSharedSummary(getSummaryContent(site)).text || null
}

function getContent(site: OwnedMicrosite): MicrositeContent {
  return {
    ...getSummaryContent(site),
    quotes: site.quotes,
    gpt_quotes: site.gptQuotes,
    action_points: site.actionPoints,
    gpt_action_points: site.gptActionPoints,
    important_points: site.importantPoints,
    gpt_important_points: site.gptImportantPoints,
    todo_list: site.todoList,
    gpt_todo_list: site.gptTodoList,
  }
}

function getSummaryContent(site: SummaryOfSite): SummaryContent {
  return {
    summary: site.summary,
    gpt_summaries: site.gptSummaries,
    gpt_summary: site.gptSummary,
    summary_evidence: site.summaryEvidence,
  }
}

/** Hides from recipients what the owner was asked to check. */
function toItem({ text, speaker, moment }: OutlineItem): SharedItem {
  if (moment === null) return { text, speaker }
  const { startMs, endMs, segmentIds } = moment
  return { text, speaker, start_ms: startMs, ...(endMs !== null && { end_ms: endMs }), segment_ids: [...segmentIds] }
}

/**
 * Hides from recipients what the owner corrected. Words make up much of the size, and only a draft's doubtful ones are
 * marked on the page.
 */
function shownSegments({ segments, transcriptInfo }: OwnedMicrosite): Segment[] {
  const lines = (segments ?? []).map(({ heard: _, ...line }) => line)
  return transcriptInfo?.draft ? lines : lines.map(({ words: _, ...line }) => line)
}
