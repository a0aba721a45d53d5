import { sql } from 'drizzle-orm'
import type {
  AnalysisUse,
  EvidenceItem,
  SuggestedSpeaker,
  ListEntry,
  MicrositeStatus,
  WithheldItem,
} from '@callfolio/shared/contract/microsite.ts'
import type { FailureCode } from '@callfolio/shared/failures.ts'
import type { ConsentStatement } from '@callfolio/shared/contract/microsite-fields.ts'
import type { TimeSpan } from '@callfolio/shared/contract/redaction.ts'
import type { Segment, TranscriptInfo, UntilModel } from '@callfolio/shared/contract/transcript.ts'
import type { TitleSource } from '@callfolio/shared/titles.ts'
import type { AnalystName, SpeechEngine } from '@callfolio/shared/engines.ts'
import type { Columns } from '../columns.ts'
import { commonColumns } from './common-columns.ts'
import { ownerColumn, type userTables } from './users.table.ts'

/** The transcript an owner requested to replace the first one; `id` names its stored intermediate results. */
export interface RequestedTranscript {
  id: string
  source: 'given' | 'speakers' | SpeechEngine
  /** The request that produced the transcript in place at the time; null: the first one. Unknown for older rows. */
  after?: string | null
  /** The number of speakers; null: detected. */
  count?: number | null
  /** Requested by the server, not the owner: the speech model has arrived, so its transcript replaces a draft. */
  automatic?: true
}

/** Which engines produced a page; `next`: the analyst whose recap is being generated to replace the current one. */
export interface UsedEngines {
  transcriber: string
  analyst: string
  /** `id` names its stored intermediate results. */
  next?: { id: string; analyst: AnalystName }
}

/** A recording to be replaced by its redacted version; `id` names that version's objects. */
export interface WithheldRecording {
  id: string
  videoKey: string | null
}

/** The small row of a microsite, which lists read. */
export function micrositeTables(columns: Columns, { users }: ReturnType<typeof userTables>) {
  const { table, text, int, bool, json, time, index, uniqueIndex } = columns
  const { id, createdAt, updatedAt } = commonColumns(columns)
  const owner = () => ownerColumn(columns, users)

  const microsites = table(
    'microsites',
    {
      id: id(),
      userId: owner(),
      title: text('title').notNull(),
      /** Where the title comes from, which decides what may replace it. */
      titleSource: text('title_source').$type<TitleSource>().notNull().default('typed'),
      description: text('description'),
      status: text('status').$type<MicrositeStatus>().notNull(),
      errorMessage: text('error_message'),
      /** The failure code; null when `errorMessage` is null. */
      failureCode: text('failure_code').$type<FailureCode>(),
      /** The upload this was made from; unchanged when `videoUrl` switches to the playable file. */
      sourceKey: text('source_key'),
      videoUrl: text('video_url'),
      /** BCP 47 tag of the spoken language, as the owner set it. */
      language: text('language'),
      /** BCP 47 tag of the recap's language; null: the spoken language. */
      recapLanguage: text('recap_language'),
      /** The day of the call, `YYYY-MM-DD`; null: unknown. */
      callDate: text('call_date'),
      /**
       * When the recorder confirmed the reminder to tell all participants; null: not recorded here, or not confirmed.
       */
      consentAt: time('consent_at'),
      /** Null: the first transcript. */
      transcriptRequest: json<RequestedTranscript>('transcript_request'),
      /**
       * A finished page stays unchanged until its new transcript and recap, or its new recap (`engines.next`), are
       * ready; a failure leaves it unchanged.
       */
      replacing: bool('replacing').notNull().default(false),
      /** The recording has not arrived: there is nothing to process, and it counts toward no limit. */
      awaiting: bool('awaiting').notNull().default(false),
      /** What the owner chose to do until the speech model arrives; null: nothing, or done. */
      untilModel: text('until_model').$type<UntilModel>(),
      posterKey: text('poster_key'),
      durationMs: int('duration_ms'),
      /** What could not be read of the recording, and where, in milliseconds; null: nothing is missing. */
      damage: json<{
        heldMs: number
        statedMs: number
        ranges?: { startMs: number; endMs: number }[] | undefined
      }>('damage'),
      /** The quota period this microsite counts toward; null: it doesn't count (sample, failed). */
      quotaPeriod: text('quota_period'),
      sample: bool('sample').notNull().default(false),
      engines: json<UsedEngines>('engines'),
      /** When the owner last reviewed the recap; null: never. */
      reviewedAt: time('reviewed_at'),
      /** When retention deleted the recording and the transcript; null: not deleted. */
      mediaRemovedAt: time('media_removed_at'),
      transcriptRemovedAt: time('transcript_removed_at'),
      /** Time ranges the owner redacted, merged; null: none. */
      redacted: json<TimeSpan[]>('redacted'),
      /** The original recording while a redaction is pending, hidden from everyone; null: no redaction is pending. */
      redacting: json<WithheldRecording>('redacting'),
      /** The owner's statement on the participants' consent; null: none. */
      consentStated: json<ConsentStatement>('consent_stated'),
      createdAt: createdAt(),
      updatedAt: updatedAt(),
    },
    (t) => [
      index('microsites_user').on(t.userId, t.createdAt),
      // Every minute, workers look for microsites that need work but have no job.
      index('microsites_status').on(t.status, t.replacing),
      uniqueIndex('microsites_video').on(t.videoUrl),
      uniqueIndex('microsites_source').on(t.sourceKey),
      // A user has one sample call, not counting failed ones.
      uniqueIndex('microsites_sample')
        .on(t.userId)
        .where(sql`sample and status <> 'failed'`),
    ],
  )

  return { microsites }
}

/** What a microsite has besides its row. */
export function micrositeContentTables(columns: Columns, { microsites }: ReturnType<typeof micrositeTables>) {
  const { table, text, int, real, json, time, index } = columns
  const { now } = commonColumns(columns)
  const ofMicrosite = () => text('microsite_id').references(() => microsites.id, { onDelete: 'cascade' })

  /** A microsite's content: megabytes per hour of call, and written only when it changes. */
  const micrositeDocuments = table('microsite_documents', {
    micrositeId: ofMicrosite().primaryKey(),
    transcript: text('transcript'),
    segments: json<Segment[]>('segments'),
    transcriptInfo: json<TranscriptInfo>('transcript_info'),
    analysisUse: json<AnalysisUse>('analysis_use'),
    /** Items that verification withheld from the page. */
    withheld: json<WithheldItem[]>('withheld'),
    /** IDs of lines that may be next steps. */
    possibleSteps: json<string[]>('possible_steps'),
    /** Why a different analyst than the configured one wrote the recap; null: it didn't. */
    analysisNotice: text('analysis_notice'),
    chapters: json<EvidenceItem[]>('chapters'),
    /** Suggested names for unnamed speakers; null: none, or dismissed by the owner. */
    suggestedSpeakers: json<SuggestedSpeaker[]>('suggested_speakers'),
    /** IDs of lines that may not be meant for recipients; null: none, or dismissed by the owner. */
    privateLines: json<string[]>('private_lines'),
    /** Names that the meeting's page showed, for the owner only; null: unknown. */
    participants: json<string[]>('participants'),
    summary: text('summary'),
    gptSummaries: json<string[]>('gpt_summaries'),
    gptSummary: text('gpt_summary'),
    summaryEvidence: json<EvidenceItem[]>('summary_evidence'),
    quotes: json<ListEntry[]>('quotes'),
    gptQuotes: json<ListEntry[]>('gpt_quotes'),
    actionPoints: json<ListEntry[]>('action_points'),
    gptActionPoints: json<ListEntry[]>('gpt_action_points'),
    importantPoints: json<ListEntry[]>('important_points'),
    gptImportantPoints: json<ListEntry[]>('gpt_important_points'),
    todoList: json<ListEntry[]>('todo_list'),
    gptTodoList: json<ListEntry[]>('gpt_todo_list'),
  })

  /** Counters that change without edits: twice a second during processing, and with each view. */
  const micrositeCounters = table(
    'microsite_counters',
    {
      micrositeId: ofMicrosite().primaryKey(),
      /**
       * A copy of the microsite's column: sorting a list by views needs an index, which covers columns of one table.
       */
      userId: text('user_id').notNull(),
      createdAt: time('created_at').notNull().$defaultFn(now),
      viewCount: int('view_count').notNull().default(0),
      step: int('step').notNull().default(0),
      progress: real('progress').notNull().default(0),
      stepDetail: text('step_detail'),
    },
    (t) => [
      index('microsite_counters_most_views').on(t.userId, t.viewCount, t.createdAt, t.micrositeId),
      index('microsite_counters_fewest_views').on(
        t.userId,
        t.viewCount,
        sql`${t.createdAt} desc`,
        sql`${t.micrositeId} desc`,
      ),
    ],
  )

  return { micrositeDocuments, micrositeCounters }
}
