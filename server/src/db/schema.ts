// oxlint-disable eslint/max-lines -- the tables are read together
import { sql } from 'drizzle-orm'
import type {
  AnalysisUse,
  EvidenceItem,
  ListEntry,
  MicrositeStatus,
  WithheldItem,
} from '@callfolio/shared/contract/microsite.ts'
import type { FailureCode } from '@callfolio/shared/failures.ts'
import type { LinkSection } from '@callfolio/shared/contract/share.ts'
import type { PlanId } from '@callfolio/shared/contract/account.ts'
import type { Segment, TranscriptInfo, UntilModel } from '@callfolio/shared/contract/transcript.ts'
import type { TitleSource } from '@callfolio/shared/titles.ts'
import type { AnalystName, SpeechEngine } from '@callfolio/shared/engines.ts'
import type { Columns } from './columns.ts'

/** Metadata from sign-up and browser. `time_zone` is an IANA name. */
export type UserMetadata = Record<string, unknown> & { full_name?: string; time_zone?: string }

/** The transcript an owner asked for instead of the first one; `id` names what is kept of its making. */
export interface RequestedTranscript {
  id: string
  source: 'given' | 'speakers' | SpeechEngine
  /** The request that made the transcript which stood there at the time; null: the first one. Older rows don't tell. */
  after?: string | null
  /** How many speakers there shall be; null: as many as are found. */
  count?: number | null
  /** Nobody asked for it just then: the speech model has arrived, and takes the place of a draft. */
  automatic?: true
}

/** Which engines made a page; `next`: whose recap is being made to take the present one's place. */
export interface UsedEngines {
  transcriber: string
  analyst: string
  /** `id` names what is kept of its making. */
  next?: { id: string; analyst: AnalystName }
}

/** A line of a transcript as the search shows it; a long one is cut into several. */
export interface SearchLine {
  text: string
  startMs: number
  speaker: string | null
}

/** All tables, described once for both databases. */
export function defineSchema({
  table,
  text,
  int,
  bigint,
  rowNumber,
  real,
  bool,
  json,
  time,
  index,
  uniqueIndex,
  primaryKey,
}: Columns) {
  const now = () => new Date()
  const id = () => text('id').primaryKey()
  const createdAt = () => time('created_at').notNull().$defaultFn(now)
  const updatedAt = () => time('updated_at').notNull().$defaultFn(now)

  const users = table('users', {
    id: id(),
    /** Lower case. */
    email: text('email').notNull().unique(),
    passwordHash: text('password_hash'),
    userMetadata: json<UserMetadata>('user_metadata').notNull(),
    /** When the account could first enter; set at once where no mail is sent. */
    confirmedAt: time('confirmed_at'),
    /** When the person proved to own the address; an auto-confirmed one never did. */
    verifiedAt: time('verified_at'),
    lastSignInAt: time('last_sign_in_at'),
    /** Runs the server: may set up its engines. The first account does. */
    isOperator: bool('is_operator').notNull().default(false),
    /** From when on the account is deleted with all that is its own; null: it stays. */
    deletionDueAt: time('deletion_due_at'),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  })
  const owner = () =>
    text('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' })

  const sessions = table(
    'sessions',
    {
      id: id(),
      userId: owner(),
      expiresAt: time('expires_at').notNull(),
      /** How the session was opened, as in the token's `amr` claim. */
      method: text('method'),
      userAgent: text('user_agent'),
      createdAt: createdAt(),
    },
    (t) => [index('sessions_user').on(t.userId)],
  )

  const refreshTokens = table(
    'refresh_tokens',
    {
      /** SHA-256 of the token, base64url. */
      hash: text('hash').primaryKey(),
      sessionId: text('session_id')
        .notNull()
        .references(() => sessions.id, { onDelete: 'cascade' }),
      usedAt: time('used_at'),
      createdAt: createdAt(),
    },
    (t) => [index('refresh_tokens_session').on(t.sessionId)],
  )

  const oneTimeTokens = table(
    'one_time_tokens',
    {
      /** SHA-256 of the token, base64url. */
      hash: text('hash').primaryKey(),
      userId: owner(),
      purpose: text('purpose').$type<'signup' | 'recovery' | 'magiclink' | 'email_change'>().notNull(),
      expiresAt: time('expires_at').notNull(),
      createdAt: createdAt(),
    },
    (t) => [index('one_time_tokens_user').on(t.userId)],
  )

  /** What lets the browser extension open a session of its own. */
  const authorizationCodes = table(
    'authorization_codes',
    {
      /** SHA-256 of the code, base64url. */
      hash: text('hash').primaryKey(),
      /** Whose owner granted it: a code ends with this session. */
      sessionId: text('session_id')
        .notNull()
        .references(() => sessions.id, { onDelete: 'cascade' }),
      /** Base64url of the verifier's SHA-256. */
      codeChallenge: text('code_challenge').notNull(),
      expiresAt: time('expires_at').notNull(),
      createdAt: createdAt(),
    },
    (t) => [index('authorization_codes_session').on(t.sessionId)],
  )

  const signingKeys = table('signing_keys', {
    kid: text('kid').primaryKey(),
    privateJwk: json<Record<string, unknown>>('private_jwk').notNull(),
    createdAt: createdAt(),
  })

  /** What the operator gave a user. The plan in force is the best of this and of what is paid for. */
  const subscriptions = table('subscriptions', {
    userId: text('user_id')
      .primaryKey()
      .references(() => users.id, { onDelete: 'cascade' }),
    planId: text('plan_id').$type<PlanId>().notNull(),
    status: text('status').notNull(),
    currentPeriodEnd: time('current_period_end'),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  })

  /** What the payment provider says of a subscription, as it was last retrieved. */
  const paymentSubscriptions = table(
    'payment_subscriptions',
    {
      /** The provider's id of the subscription. */
      id: id(),
      customerId: text('customer_id').notNull(),
      /** Null until it is known whose customer that is. */
      userId: text('user_id').references(() => users.id, { onDelete: 'cascade' }),
      planId: text('plan_id').$type<PlanId>().notNull(),
      status: text('status').notNull(),
      /** Until when it gives its plan, as far as that is limited (`paidUntil` in billing/apply-payment-event.ts). */
      currentPeriodEnd: time('current_period_end'),
      createdAt: createdAt(),
      /** Also the version that news must follow on. */
      updatedAt: updatedAt(),
    },
    (t) => [index('payment_subscriptions_customer').on(t.customerId), index('payment_subscriptions_user').on(t.userId)],
  )

  /** Whose customer is whose user; learned from the checkout. */
  const paymentCustomers = table(
    'payment_customers',
    {
      /** The provider's id of the customer. */
      id: id(),
      userId: owner(),
      createdAt: createdAt(),
    },
    (t) => [index('payment_customers_user').on(t.userId)],
  )

  /** Counters behind the limits: raised in the same batch as what they count, so that no race passes a limit. */
  const quotas = table(
    'quotas',
    {
      userId: owner(),
      kind: text('kind').$type<'microsites' | 'tags' | 'speech_parts'>().notNull(),
      /** YYYY-MM in the user's time zone, or `all`. */
      period: text('period').notNull(),
      used: int('used').notNull(),
    },
    (t) => [primaryKey({ columns: [t.userId, t.kind, t.period] })],
  )

  /** One upload; `key` is the storage path and, base64url-encoded, the tus address. */
  const uploads = table(
    'uploads',
    {
      key: text('key').primaryKey(),
      userId: owner(),
      filename: text('filename'),
      filetype: text('filetype'),
      /** Bytes, as announced or as received; null: not known yet, or of an older version. */
      size: bigint('size'),
      createdAt: createdAt(),
      completedAt: time('completed_at'),
      /** What the call is about, for a transcription that begins before the last byte; null: none is wanted. */
      speechHints: text('speech_hints'),
      /** When the next part of what has arrived may be transcribed, and from how many bytes on; null: no further part is. */
      speechAt: time('speech_at'),
      speechAtBytes: bigint('speech_at_bytes').notNull().default(0),
    },
    (t) => [index('uploads_user').on(t.userId)],
  )

  const microsites = table(
    'microsites',
    {
      id: id(),
      userId: owner(),
      title: text('title').notNull(),
      /** Where the title comes from: what may take its place follows from that. */
      titleSource: text('title_source').$type<TitleSource>().notNull().default('typed'),
      description: text('description'),
      status: text('status').$type<MicrositeStatus>().notNull(),
      errorMessage: text('error_message'),
      /** Why, as a code; null beside a message: an older version wrote it. */
      failureCode: text('failure_code').$type<FailureCode>(),
      /** The upload this was made from; stays when `videoUrl` moves on to the playable file. */
      sourceKey: text('source_key'),
      videoUrl: text('video_url'),
      /** BCP 47 tag of the spoken language, as the owner gave it. */
      language: text('language'),
      /** BCP 47 tag of the recap's language; null: the spoken one. */
      recapLanguage: text('recap_language'),
      /** When the one who recorded confirmed that everyone is told; null: not recorded here, or not said. */
      consentAt: time('consent_at'),
      /** Null: the first transcript there is. */
      transcriptRequest: json<RequestedTranscript>('transcript_request'),
      /** A finished page stays as it is until its new transcript and recap are there, or its new recap (`engines.next`); a failure leaves it so. */
      replacing: bool('replacing').notNull().default(false),
      /** Its recording has not arrived: there is nothing to work on, and it counts for no limit. */
      awaiting: bool('awaiting').notNull().default(false),
      /** What its owner chose while the speech model was on its way; null: nothing, or it is done. */
      untilModel: text('until_model').$type<UntilModel>(),
      posterKey: text('poster_key'),
      durationMs: int('duration_ms'),
      /** The quota's period this microsite is counted in; null: it counts for nothing (sample, failed). */
      quotaPeriod: text('quota_period'),
      sample: bool('sample').notNull().default(false),
      engines: json<UsedEngines>('engines'),
      /** When the owner last looked the recap through; null: nobody has. */
      reviewedAt: time('reviewed_at'),
      createdAt: createdAt(),
      updatedAt: updatedAt(),
    },
    (t) => [
      index('microsites_user').on(t.userId, t.createdAt),
      uniqueIndex('microsites_video').on(t.videoUrl),
      uniqueIndex('microsites_source').on(t.sourceKey),
      // A user has one sample call, besides those that failed.
      uniqueIndex('microsites_sample')
        .on(t.userId)
        .where(sql`sample and status <> 'failed'`),
    ],
  )
  const ofMicrosite = () => text('microsite_id').references(() => microsites.id, { onDelete: 'cascade' })

  /** What a microsite says: megabytes for an hour of call, and written only when its content changes. */
  const micrositeDocuments = table('microsite_documents', {
    micrositeId: ofMicrosite().primaryKey(),
    transcript: text('transcript'),
    segments: json<Segment[]>('segments'),
    transcriptInfo: json<TranscriptInfo>('transcript_info'),
    analysisUse: json<AnalysisUse>('analysis_use'),
    /** What verification kept off the page. */
    withheld: json<WithheldItem[]>('withheld'),
    /** Why the recap is not by the analyst that was set up; null: it is. */
    analysisNotice: text('analysis_notice'),
    chapters: json<EvidenceItem[]>('chapters'),
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

  /** What changes about a microsite while nobody edits it: twice a second at work, and with each view. */
  const micrositeCounters = table('microsite_counters', {
    micrositeId: ofMicrosite().primaryKey(),
    viewCount: int('view_count').notNull().default(0),
    step: int('step').notNull().default(0),
    progress: real('progress').notNull().default(0),
    stepDetail: text('step_detail'),
  })

  /** A microsite that can be searched; one that an older version left has none until it is indexed (index-search.ts). */
  const searchEntries = table('search_entries', {
    /** The ids of its chunks begin with it (search-repo.ts). */
    number: rowNumber('number'),
    micrositeId: ofMicrosite().notNull().unique(),
  })

  /** The words of a chunk stand in `search_index`, which each database has of its own kind (text-search.ts). */
  const searchChunks = table(
    'search_chunks',
    {
      id: bigint('id').primaryKey(),
      entry: bigint('entry')
        .notNull()
        .references(() => searchEntries.number, { onDelete: 'cascade' }),
      /** Of the transcript; empty for the title and the description. */
      lines: json<SearchLine[]>('lines').notNull(),
    },
    (t) => [index('search_chunks_entry').on(t.entry)],
  )

  /**
   * Microsites that were deleted: until `finishedAt` their files remain to be removed, from then on the row is the owner's
   * receipt. It has no content, and no reference to the account, which may go before the files.
   */
  const deletions = table(
    'deletions',
    {
      id: id(),
      userId: text('user_id').notNull(),
      micrositeId: text('microsite_id').notNull(),
      /** Its recording, until that is removed. */
      sourceKey: text('source_key'),
      /** How many stored files and links it had. */
      objects: int('objects').notNull(),
      links: int('links').notNull(),
      /** SHA-256 of the files' names and sizes, hexadecimal. */
      digest: text('digest').notNull(),
      deletedAt: time('deleted_at').notNull(),
      finishedAt: time('finished_at'),
    },
    (t) => [index('deletions_user').on(t.userId), index('deletions_finished').on(t.finishedAt)],
  )

  const tags = table(
    'tags',
    {
      id: id(),
      userId: owner(),
      name: text('name').notNull(),
      /** Lower case, for uniqueness per user. */
      nameKey: text('name_key').notNull(),
      color: text('color').notNull(),
      description: text('description'),
      createdAt: createdAt(),
    },
    (t) => [uniqueIndex('tags_name').on(t.userId, t.nameKey)],
  )

  const micrositeTags = table(
    'microsite_tags',
    {
      micrositeId: text('microsite_id')
        .notNull()
        .references(() => microsites.id, { onDelete: 'cascade' }),
      tagId: text('tag_id')
        .notNull()
        .references(() => tags.id, { onDelete: 'cascade' }),
    },
    (t) => [primaryKey({ columns: [t.micrositeId, t.tagId] }), index('microsite_tags_tag').on(t.tagId)],
  )

  const shareableLinks = table(
    'shareable_links',
    {
      id: id(),
      token: text('token').notNull().unique(),
      micrositeId: text('microsite_id')
        .notNull()
        .references(() => microsites.id, { onDelete: 'cascade' }),
      createdByUserId: text('created_by_user_id')
        .notNull()
        .references(() => users.id, { onDelete: 'cascade' }),
      /** Whom the link is for, in its owner's words. */
      label: text('label'),
      expiresAt: time('expires_at').notNull(),
      /** From then on it leads nowhere; the owner can give it back. */
      revokedAt: time('revoked_at'),
      passwordHash: text('password_hash'),
      asksEmail: bool('asks_email').notNull().default(false),
      /** What it shows; null: everything. */
      sections: json<LinkSection[]>('sections'),
      withVideo: bool('with_video').notNull().default(false),
      /** True: nothing of the page is shown until it is ready. */
      whenReady: bool('when_ready').notNull().default(false),
      /** Made while the page was being prepared: its owner had nothing to review yet. */
      early: bool('early').notNull().default(false),
      viewCount: int('view_count').notNull().default(0),
      lastOpenedAt: time('last_opened_at'),
      createdAt: createdAt(),
    },
    (t) => [
      index('shareable_links_user').on(t.createdByUserId, t.createdAt),
      index('shareable_links_microsite').on(t.micrositeId),
    ],
  )

  /** One counted view of a link. */
  const linkViews = table(
    'link_views',
    {
      id: id(),
      linkId: text('link_id')
        .notNull()
        .references(() => shareableLinks.id, { onDelete: 'cascade' }),
      /** As the visitor gave it, where the link asks for it. */
      email: text('email'),
      /** The sections that were on the screen, in the order they were reached. */
      sections: json<LinkSection[]>('sections').notNull(),
      createdAt: createdAt(),
      updatedAt: updatedAt(),
    },
    (t) => [index('link_views_link').on(t.linkId, t.createdAt)],
  )

  /** How a user's microsites and shared pages look. */
  const brandings = table('brandings', {
    userId: text('user_id')
      .primaryKey()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** `#rrggbb`, lower case. */
    accent: text('accent'),
    /** File name of the logo, random: its public address tells nothing of the user. */
    logoName: text('logo_name').unique(),
    updatedAt: updatedAt(),
  })

  /** What happened, kept until everybody who wants to know has been told (events.ts). */
  const events = table(
    'events',
    {
      id: id(),
      userId: owner(),
      /** Parsed when it is read: an older version of the program may have written it. */
      event: json<unknown>('event').notNull(),
      createdAt: createdAt(),
    },
    (t) => [index('events_user').on(t.userId), index('events_created').on(t.createdAt)],
  )

  const jobs = table(
    'jobs',
    {
      /** What it works on, such as a microsite. */
      id: text('id').notNull(),
      kind: text('kind').notNull(),
      status: text('status').$type<'queued' | 'running' | 'done' | 'failed'>().notNull(),
      attempt: int('attempt').notNull().default(0),
      runAt: time('run_at').notNull(),
      leaseUntil: time('lease_until'),
      /** Changes with every claim: a worker whose lease went to another can no longer write. */
      leaseToken: text('lease_token'),
      error: text('error'),
      lane: text('lane').$type<'short' | 'long'>().notNull().default('short'),
      /** Whose work it is, for taking turns; null: it is nobody's. */
      owner: text('owner'),
      /** The number of its last claim, counted over all jobs: who had a turn longest ago is next. */
      turn: int('turn'),
      claimedAt: time('claimed_at'),
      /** How often a process ended with this job since its last milestone. */
      stops: int('stops').notNull().default(0),
      milestone: int('milestone').notNull().default(0),
      createdAt: createdAt(),
    },
    (t) => [
      primaryKey({ columns: [t.id, t.kind] }),
      index('jobs_ready').on(t.status, t.runAt),
      index('jobs_turn').on(t.turn),
      index('jobs_owner').on(t.owner, t.lane, t.turn),
      // Two jobs on one thing never run at the same time, whoever claims them.
      uniqueIndex('jobs_running')
        .on(t.id)
        .where(sql`status = 'running'`),
    ],
  )

  /** How fast work goes on this machine: seconds that so many units took (of sound, or jobs), older ones counting less. */
  const measuredSpeeds = table('measured_speeds', {
    /** Of an engine, or of a lane's jobs. */
    name: text('name').primaryKey(),
    units: real('units').notNull(),
    seconds: real('seconds').notNull(),
  })

  return {
    users,
    sessions,
    refreshTokens,
    oneTimeTokens,
    authorizationCodes,
    signingKeys,
    subscriptions,
    paymentSubscriptions,
    paymentCustomers,
    quotas,
    uploads,
    microsites,
    micrositeDocuments,
    micrositeCounters,
    deletions,
    searchEntries,
    searchChunks,
    tags,
    micrositeTags,
    shareableLinks,
    linkViews,
    brandings,
    events,
    jobs,
    measuredSpeeds,
  }
}

export type Schema = ReturnType<typeof defineSchema>
export type UserRow = Schema['users']['$inferSelect']
export type MicrositeRow = Schema['microsites']['$inferSelect'] &
  Omit<Schema['micrositeDocuments']['$inferSelect'] & Schema['micrositeCounters']['$inferSelect'], 'micrositeId'>
export type ShareableLinkRow = Schema['shareableLinks']['$inferSelect']
export type LinkViewRow = Schema['linkViews']['$inferSelect']
export type DeletionRow = Schema['deletions']['$inferSelect']
export type UploadRow = Schema['uploads']['$inferSelect']
