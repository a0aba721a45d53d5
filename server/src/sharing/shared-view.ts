import type { Branding } from '@callfolio/shared/contract/branding.ts'
import type { EvidenceItem } from '@callfolio/shared/contract/microsite.ts'
import type { SharedMicrosite } from '@callfolio/shared/contract/share.ts'
import type { Segment } from '@callfolio/shared/contract/transcript.ts'
import { outlineOf, type MicrositeContent, type OutlineItem } from '@callfolio/shared/microsite-outline.ts'
import type { OwnedMicrosite } from './owned-microsite.ts'

/** A microsite as a recipient reads it: what is shown, after all fallbacks, and nothing else. */
export function sharedView(site: OwnedMicrosite, branding: Branding): SharedMicrosite {
  const { summary, quotes, action_points, important_points, todo_list } = outlineOf(contentOf(site))
  return {
    title: site.title,
    description: site.description,
    created_at: site.createdAt.toISOString(),
    duration_ms: site.durationMs,
    summary: summary.text || null,
    summary_evidence: summary.sentences.filter(({ moment }) => moment !== null).map(toItem),
    quotes: quotes.map(toItem),
    action_points: action_points.map(toItem),
    important_points: important_points.map(toItem),
    todo_list: todo_list.map(toItem),
    transcript: site.transcript,
    segments: shownSegments(site),
    transcript_info: site.transcriptInfo,
    branding,
  }
}

function contentOf(site: OwnedMicrosite): MicrositeContent {
  return {
    summary: site.summary,
    gpt_summaries: site.gptSummaries,
    gpt_summary: site.gptSummary,
    summary_evidence: site.summaryEvidence,
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

function toItem({ text, speaker, moment }: OutlineItem): EvidenceItem {
  if (moment === null) return { text, speaker }
  const { startMs, endMs, segmentIds } = moment
  return { text, speaker, start_ms: startMs, ...(endMs !== null && { end_ms: endMs }), segment_ids: [...segmentIds] }
}

/** Words are many; only a draft's doubtful ones are marked on the page. */
function shownSegments({ segments, transcriptInfo }: OwnedMicrosite): Segment[] {
  if (transcriptInfo?.draft) return segments ?? []
  return (segments ?? []).map(({ words: _, ...segment }) => segment)
}
