import type { Microsite, MicrositeCard, VideoLink } from '@callfolio/shared/contract/microsite.ts'
import { failure, isFailureCode } from '@callfolio/shared/failures.ts'
import type { SearchLine } from '../../db/tables/search.table.ts'
import type { Storage } from '../../storage/storage.ts'
import type { MicrositeCardRow } from './card-list-repo.ts'
import type { OwnedMicrosite } from '../records/microsite.ts'
import { getPlainFields } from '../records/plain-fields.ts'
import type { ReadWorkFacts, WorkFacts } from '../work/work-facts.ts'

/** Signed media links are valid for an hour. */
const MEDIA_LINK_SECONDS = 3600

/** Where a microsite's media are stored, the origin of their links, and the session that the links end with. */
export interface MediaLinks {
  storage: Storage
  origin: string
  session: string
}

/** A row as shown on a list card. */
export async function toCard(
  links: MediaLinks,
  row: Omit<MicrositeCardRow, 'match'> & Partial<Pick<MicrositeCardRow, 'match'>>,
  work: WorkFacts = {},
): Promise<MicrositeCard> {
  return {
    id: row.id,
    ...getPlainFields(row),
    updated_at: row.updatedAt.toISOString(),
    status: row.status,
    error_message: row.errorMessage,
    failure: row.errorMessage === null ? null : toFailure(row),
    view_count: row.viewCount,
    tags: row.tagNames,
    step: row.step,
    progress: row.progress,
    step_detail: row.stepDetail,
    ...(row.awaiting && { awaiting: true as const }),
    ...(row.untilModel && { until_model: row.untilModel }),
    ...(row.replacing && row.status !== 'active' && { replacing: true as const }),
    ...work,
    poster_url: row.posterKey && (await signedLink(links, row.posterKey)).signedUrl,
    reviewed_at: row.reviewedAt?.toISOString() ?? null,
    ...(row.match && { match: toMatch(row.match) }),
  }
}

/** Codes that this version doesn't know count as none. */
function toFailure({
  failureCode: stored,
  awaiting,
}: Pick<MicrositeCardRow, 'failureCode' | 'awaiting'>): MicrositeCard['failure'] {
  const { code, retryable } = failure(stored !== null && isFailureCode(stored) ? stored : 'processing_failed')
  // A recording that never arrived can't be retried here.
  return { code, retryable: retryable && !awaiting }
}

function toMatch({ text, startMs, speaker }: SearchLine): NonNullable<MicrositeCard['match']> {
  return { text, start_ms: startMs, ...(speaker !== null && { speaker }) }
}

/** A row as its owner reads it, with the state of unfinished work. */
export async function toMicrosite(
  { readWorkFacts }: { readWorkFacts: ReadWorkFacts },
  links: MediaLinks,
  row: OwnedMicrosite,
): Promise<Microsite> {
  const work = await readWorkFacts([row])
  return {
    ...(await toCard(links, row, work.get(row.id))),
    user_id: row.userId,
    video_url: row.videoUrl,
    video_ready: isVideoReady(row),
    ...(row.damage && { damage: toDamage(row.damage) }),
    transcript: row.transcript,
    summary: row.summary,
    gpt_summaries: row.gptSummaries,
    gpt_summary: row.gptSummary,
    summary_evidence: row.summaryEvidence,
    quotes: row.quotes,
    gpt_quotes: row.gptQuotes,
    action_points: row.actionPoints,
    gpt_action_points: row.gptActionPoints,
    important_points: row.importantPoints,
    gpt_important_points: row.gptImportantPoints,
    todo_list: row.todoList,
    gpt_todo_list: row.gptTodoList,
    chapters: row.chapters,
    suggested_speakers: row.suggestedSpeakers,
    private_lines: row.privateLines,
    participants: row.participants,
    segments: row.segments ?? [],
    transcript_info: row.transcriptInfo,
    engines: row.engines && { transcriber: row.engines.transcriber, analyst: row.engines.analyst },
    analysis_use: row.analysisUse,
    withheld: row.withheld,
    possible_steps: row.possibleSteps,
    analysis_notice: row.analysisNotice,
    ...(row.replacing && row.engines?.next && { analysing: row.engines.next.analyst }),
    redacted: row.redacted ?? [],
    ...(row.redacting && { redacting: row.replacing ? ('working' as const) : ('failed' as const) }),
    consent: row.consentAt && { at: row.consentAt.toISOString() },
  }
}

function toDamage({ heldMs, statedMs, ranges }: NonNullable<OwnedMicrosite['damage']>): Microsite['damage'] {
  const spans = ranges?.map(({ startMs, endMs }) => ({ start_ms: startMs, end_ms: endMs }))
  return { held_ms: heldMs, stated_ms: statedMs, ...(spans && { ranges: spans }) }
}

/** A link that a player or an image opens without signing in, valid for an hour unless the session ends. */
export async function signedLink({ storage, origin, session }: MediaLinks, key: string): Promise<VideoLink> {
  const { url, expiresAt } = await storage.signedUrl(key, { session, seconds: MEDIA_LINK_SECONDS })
  return { signedUrl: new URL(url, origin).href, expires_at: expiresAt.toISOString() }
}

/** The length is known once the playable file has replaced the upload. */
export function isVideoReady(row: Pick<OwnedMicrosite, 'videoUrl' | 'durationMs'>): boolean {
  return row.videoUrl !== null && row.durationMs !== null
}
