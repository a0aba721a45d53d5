// oxlint-disable eslint/max-lines -- the tables are read together
import { sql } from 'drizzle-orm'
import type { EngineStatus } from '@callfolio/shared/contract/capabilities.ts'
import type {
  AnalysisUse,
  EvidenceItem,
  SuggestedSpeaker,
  ListEntry,
  MicrositeStatus,
  WithheldItem,
} from '@callfolio/shared/contract/microsite.ts'
import type { FailureCode } from '@callfolio/shared/failures.ts'
import type { LinkSection } from '@callfolio/shared/contract/share.ts'
import type { ConsentStatement } from '@callfolio/shared/contract/microsite-fields.ts'
import type { KeptPart } from '@callfolio/shared/contract/retention.ts'
import type { TimeSpan } from '@callfolio/shared/contract/redaction.ts'
import type { PlanId } from '@callfolio/shared/contract/accounts/account.ts'
import type { Segment, TranscriptInfo, UntilModel } from '@callfolio/shared/contract/transcript.ts'
import type { TitleSource } from '@callfolio/shared/titles.ts'
import type { AnalystName, SpeechEngine } from '@callfolio/shared/engines.ts'
import type { Columns } from './columns.ts'

/** Metadata from sign-up and browser. `time_zone` is an IANA name. */
export type UserMetadata = Record<string, unknown> & { full_name?: string; time_zone?: string }

/** Kinds of second factors, as the client library names them. */
export type FactorKind = 'totp' | 'phone' | 'webauthn' | 'recovery_code'

/**
 * What an emailed or texted token proves. `email_change_old`: confirms a change of address from the current address.
 */
export type OneTimePurpose =
  | 'signup'
  | 'recovery'
  | 'magiclink'
  | 'email_change'
  | 'email_change_old'
  | 'reauthentication'
  | 'sms'
  | 'phone_change'

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

/** A transcript line as search results show it; long lines are split. */
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

  const users = table(
    'users',
    {
      id: id(),
      /** Lowercase; null: the user signed up with a phone number or as a guest. */
      email: text('email'),
      /** E.164; can't be used to sign in until the user verified it. */
      phone: text('phone'),
      phoneVerifiedAt: time('phone_verified_at'),
      /** A guest without a verified identity. */
      isAnonymous: bool('is_anonymous').notNull().default(false),
      /** The pending new address, and which of the two mailboxes confirmed it. */
      newEmail: text('new_email'),
      newEmailOldSide: bool('new_email_old_side').notNull().default(false),
      newEmailNewSide: bool('new_email_new_side').notNull().default(false),
      /** Whether a session needs a second factor. */
      secondFactor: bool('second_factor').notNull().default(false),
      passwordHash: text('password_hash'),
      userMetadata: json<UserMetadata>('user_metadata').notNull(),
      /**
       * When the account's first sign-in method was confirmed, or a guest was created; set at once where no email is
       * sent. Null: an unconfirmed sign-up, of which an address or number may have one with a password and one without.
       */
      confirmedAt: time('confirmed_at'),
      /** When the user verified the address; null for an auto-confirmed one. */
      verifiedAt: time('verified_at'),
      lastSignInAt: time('last_sign_in_at'),
      /** Can manage the server and its engines. The first account is the operator. */
      isOperator: bool('is_operator').notNull().default(false),
      /** When the account and all its data are due for deletion; null: not scheduled. */
      deletionDueAt: time('deletion_due_at'),
      createdAt: createdAt(),
      updatedAt: updatedAt(),
    },
    (t) => [
      uniqueIndex('users_email')
        .on(t.email)
        .where(sql`confirmed_at is not null`),
      uniqueIndex('users_phone')
        .on(t.phone)
        .where(sql`confirmed_at is not null`),
      uniqueIndex('users_pending_email')
        .on(t.email, sql`(password_hash is null)`)
        .where(sql`confirmed_at is null`),
      uniqueIndex('users_pending_phone')
        .on(t.phone, sql`(password_hash is null)`)
        .where(sql`confirmed_at is null`),
    ],
  )
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
      /** The second factor used to raise the session's level, and when; null: none was used. */
      secondMethod: text('second_method'),
      secondAt: time('second_at'),
      /** When the user last authenticated; null: the method that opened the session was just added. */
      provedAt: time('proved_at'),
      userAgent: text('user_agent'),
      /** When it was last refreshed. */
      lastUsedAt: time('last_used_at'),
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
      /** Number of the token exchange within the session, from 1. */
      generation: bigint('generation').notNull(),
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
      purpose: text('purpose').$type<OneTimePurpose>().notNull(),
      /** Keyed hash of the equivalent short code. */
      codeHash: text('code_hash').notNull(),
      /** The address or number it was sent to. */
      target: text('target').notNull(),
      /** PKCE challenge of the client that exchanges a code for its session: base64url of its verifier's SHA-256. */
      codeChallenge: text('code_challenge'),
      /** The session that requested the token and whose end invalidates it; null if requested without a session. */
      sessionId: text('session_id').references(() => sessions.id, { onDelete: 'cascade' }),
      expiresAt: time('expires_at').notNull(),
      createdAt: createdAt(),
    },
    // A new request replaces the earlier token.
    (t) => [uniqueIndex('one_time_tokens_live').on(t.userId, t.purpose), index('one_time_tokens_target').on(t.target)],
  )

  /** Devices an account was used from before: guesses made elsewhere don't block sign-ins from them. */
  const knownDevices = table(
    'known_devices',
    {
      userId: owner(),
      /** Keyed hash of network and browser. */
      fingerprint: text('fingerprint').notNull(),
      lastSeenAt: time('last_seen_at').notNull(),
    },
    (t) => [primaryKey({ columns: [t.userId, t.fingerprint] })],
  )

  /** Codes that let the browser extension, or a page that started a sign-in, open its own session. */
  const authorizationCodes = table(
    'authorization_codes',
    {
      /** SHA-256 of the code, base64url. */
      hash: text('hash').primaryKey(),
      /** The session that granted the code: the code ends with it. */
      sessionId: text('session_id')
        .notNull()
        .references(() => sessions.id, { onDelete: 'cascade' }),
      /** Whether to hand over the session itself; otherwise the exchange opens another session of the same user. */
      handsOver: bool('hands_over').notNull().default(false),
      /** Base64url of the verifier's SHA-256. */
      codeChallenge: text('code_challenge').notNull(),
      expiresAt: time('expires_at').notNull(),
      createdAt: createdAt(),
    },
    (t) => [index('authorization_codes_session').on(t.sessionId)],
  )

  /** External accounts linked to an account for sign-in. */
  const identities = table(
    'identities',
    {
      id: id(),
      userId: owner(),
      /** The provider's name in the settings. */
      provider: text('provider').notNull(),
      /** The provider's own, permanent ID of the user. */
      subject: text('subject').notNull(),
      /** The provider's profile data. */
      data: json<Record<string, unknown>>('data').notNull(),
      lastSignInAt: time('last_sign_in_at'),
      createdAt: createdAt(),
      updatedAt: updatedAt(),
    },
    (t) => [uniqueIndex('identities_subject').on(t.provider, t.subject), index('identities_user').on(t.userId)],
  )

  /** Sign-ins with a provider that are waiting for the provider's response. */
  const signInFlows = table('sign_in_flows', {
    /** SHA-256 of the state, base64url. */
    hash: text('hash').primaryKey(),
    provider: text('provider').notNull(),
    /** The verifier of the exchange with the provider (RFC 7636), and the nonce of its id token; sealed. */
    secrets: text('secrets').notNull(),
    /** SHA-256 of the cookie of the browser that started the flow, base64url; only that browser may complete it. */
    browserHash: text('browser_hash').notNull(),
    redirectTo: text('redirect_to').notNull(),
    /**
     * PKCE challenge of the client that exchanges a code for its session; null: the session is returned in the URL
     * fragment.
     */
    codeChallenge: text('code_challenge'),
    /** The session whose user links an identity; null: a sign-in. */
    sessionId: text('session_id').references(() => sessions.id, { onDelete: 'cascade' }),
    expiresAt: time('expires_at').notNull(),
    createdAt: createdAt(),
  })

  /** Second factors. */
  const factors = table(
    'factors',
    {
      id: id(),
      userId: owner(),
      kind: text('kind').$type<FactorKind>().notNull(),
      friendlyName: text('friendly_name'),
      status: text('status').$type<'unverified' | 'verified'>().notNull(),
      /** E.164, of a phone. */
      phone: text('phone'),
      /** Of an authenticator app, sealed. */
      secret: text('secret'),
      /** The time step of the last accepted code; no code is accepted twice. */
      usedStep: int('used_step'),
      createdAt: createdAt(),
      updatedAt: updatedAt(),
    },
    (t) => [index('factors_user').on(t.userId)],
  )

  /** Codes that replace a lost factor. */
  const recoveryCodes = table(
    'recovery_codes',
    {
      /** SHA-256 of the code for its factor, base64url. */
      hash: text('hash').primaryKey(),
      factorId: text('factor_id')
        .notNull()
        .references(() => factors.id, { onDelete: 'cascade' }),
      usedAt: time('used_at'),
      createdAt: createdAt(),
    },
    (t) => [index('recovery_codes_factor').on(t.factorId)],
  )

  /** Pending challenges for a factor or passkey. */
  const challenges = table('challenges', {
    id: id(),
    /** Null: the passkey identifies the user. */
    userId: text('user_id').references(() => users.id, { onDelete: 'cascade' }),
    /** Null: the challenge is for a passkey. */
    factorId: text('factor_id').references(() => factors.id, { onDelete: 'cascade' }),
    kind: text('kind').$type<'code' | 'create' | 'request'>().notNull(),
    /**
     * The challenge a key has to sign, or the keyed hash of a texted code; null: an authenticator app computes its own
     * code.
     */
    expected: text('expected'),
    expiresAt: time('expires_at').notNull(),
    createdAt: createdAt(),
  })

  /** WebAuthn keys of second factors; those without a factor are passkeys. */
  const webauthnKeys = table(
    'webauthn_keys',
    {
      id: id(),
      userId: owner(),
      factorId: text('factor_id').references(() => factors.id, { onDelete: 'cascade' }),
      credentialId: text('credential_id').notNull().unique(),
      /** COSE, base64url. */
      publicKey: text('public_key').notNull(),
      /** The key's signature counter, if it has one. */
      counter: bigint('counter').notNull(),
      transports: json<string[]>('transports').notNull(),
      friendlyName: text('friendly_name'),
      lastUsedAt: time('last_used_at'),
      createdAt: createdAt(),
    },
    (t) => [index('webauthn_keys_user').on(t.userId)],
  )

  const signingKeys = table('signing_keys', {
    kid: text('kid').primaryKey(),
    privateJwk: json<Record<string, unknown> & { sealed: string }>('private_jwk').notNull(),
    /** `next` is published before it signs anything, `previous` until its last token has expired. */
    state: text('state').$type<'next' | 'current' | 'previous'>().notNull().default('current'),
    /** A previous key verifies nothing after this time. */
    retiresAt: time('retires_at'),
    createdAt: createdAt(),
  })

  /** Single-use sign-in proofs: messages signed by wallets, assertions from identity providers. */
  const spentProofs = table('spent_proofs', {
    /** SHA-256, base64url. */
    hash: text('hash').primaryKey(),
    /** The proof's own expiry; it is rejected after this time anyway. */
    expiresAt: time('expires_at').notNull(),
  })

  /** Wrong guesses of short secrets, kept for a day. */
  const wrongGuesses = table(
    'wrong_guesses',
    {
      /** Keyed hash of the secret, such as the codes of one account. */
      subject: text('subject').notNull(),
      /** Keyed hash of the client; empty: all clients. */
      client: text('client').notNull(),
      wrong: int('wrong').notNull(),
      firstAt: time('first_at').notNull(),
      lastAt: time('last_at').notNull(),
    },
    (t) => [primaryKey({ columns: [t.subject, t.client] })],
  )

  /** What happened to an account, for its owner and the operator. */
  const accountLog = table(
    'account_log',
    {
      /** The event's ID. */
      id: id(),
      userId: owner(),
      kind: text('kind').notNull(),
      /** How the user signed in, or what changed. */
      what: text('what'),
      /** The user agent of the session it happened in. */
      userAgent: text('user_agent'),
      createdAt: createdAt(),
    },
    (t) => [index('account_log_user').on(t.userId, t.createdAt)],
  )

  /** The plan an operator granted a user. The best of this and the paid plan applies. */
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

  /** The payment provider's view of a subscription, as last retrieved. */
  const paymentSubscriptions = table(
    'payment_subscriptions',
    {
      /** The provider's id of the subscription. */
      id: id(),
      customerId: text('customer_id').notNull(),
      /** Null until the customer is matched to a user. */
      userId: text('user_id').references(() => users.id, { onDelete: 'cascade' }),
      planId: text('plan_id').$type<PlanId>().notNull(),
      status: text('status').notNull(),
      /** When the subscription stops granting its plan, if limited (`paidUntil` in billing/apply-payment-event.ts). */
      currentPeriodEnd: time('current_period_end'),
      createdAt: createdAt(),
      /** Also the version for optimistic updates from payment events. */
      updatedAt: updatedAt(),
    },
    (t) => [index('payment_subscriptions_customer').on(t.customerId), index('payment_subscriptions_user').on(t.userId)],
  )

  /** Maps customers to users, as learned from the checkout. */
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

  /** Usage counters behind the limits, raised in the same batch as what they count, so that no race exceeds a limit. */
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
      /** Bytes, as announced or received; null: not known yet. */
      size: bigint('size'),
      createdAt: createdAt(),
      completedAt: time('completed_at'),
      /**
       * Context for a transcription that starts before the last byte arrives; null: no early transcription is wanted.
       */
      speechHints: text('speech_hints'),
      /**
       * When the next part of the received data may be transcribed, and from how many bytes on; null: no further part.
       */
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

  /** A microsite in the search index; a restored one has no row until it is indexed (index-search.ts). */
  const searchEntries = table('search_entries', {
    /** Prefix of its chunks' IDs (search-repo.ts). */
    number: rowNumber('number'),
    micrositeId: ofMicrosite().notNull().unique(),
  })

  /** The words of a chunk are in `search_index`, which differs between the databases (text-search.ts). */
  const searchChunks = table(
    'search_chunks',
    {
      id: bigint('id').primaryKey(),
      entry: bigint('entry')
        .notNull()
        .references(() => searchEntries.number, { onDelete: 'cascade' }),
      /** The chunk's transcript lines; empty for the title and the description. */
      lines: json<SearchLine[]>('lines').notNull(),
    },
    (t) => [index('search_chunks_entry').on(t.entry)],
  )

  /**
   * Deletions of microsites: until `finishedAt` there are files to delete, after that the row is the owner's receipt.
   * It has no content and no reference to the account, which may be deleted before the files.
   */
  const deletions = table(
    'deletions',
    {
      id: id(),
      userId: text('user_id').notNull(),
      micrositeId: text('microsite_id').notNull(),
      /** `page`: the whole microsite; otherwise a part whose retention period was over, while the page was kept. */
      part: text('part').$type<KeptPart>().notNull().default('page'),
      /** Its recording, until that is deleted. */
      sourceKey: text('source_key'),
      /** The number of stored files and of links. */
      objects: int('objects').notNull(),
      links: int('links').notNull(),
      /** SHA-256 of the files' names and sizes, hexadecimal. */
      digest: text('digest').notNull(),
      deletedAt: time('deleted_at').notNull(),
      finishedAt: time('finished_at'),
    },
    (t) => [index('deletions_user').on(t.userId), index('deletions_finished').on(t.finishedAt)],
  )

  /** How many days after a microsite's creation its parts are deleted; null, or no row: never. */
  const retentions = table('retentions', {
    userId: text('user_id')
      .primaryKey()
      .references(() => users.id, { onDelete: 'cascade' }),
    mediaDays: int('media_days'),
    transcriptDays: int('transcript_days'),
    pageDays: int('page_days'),
    updatedAt: updatedAt(),
  })

  /** Microsites exempt from retention. */
  const retentionPins = table('retention_pins', { micrositeId: ofMicrosite().primaryKey(), createdAt: createdAt() })

  /** Parts of a microsite due for deletion, from the warning on; `doneAt`: their files are deleted. */
  const retentionSteps = table(
    'retention_steps',
    {
      micrositeId: ofMicrosite().notNull(),
      part: text('part').$type<KeptPart>().notNull(),
      warnedAt: time('warned_at').notNull(),
      doneAt: time('done_at'),
    },
    (t) => [primaryKey({ columns: [t.micrositeId, t.part] })],
  )

  const tags = table(
    'tags',
    {
      id: id(),
      userId: owner(),
      name: text('name').notNull(),
      /** Lowercase, for uniqueness per user. */
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
      /** The owner's name for the link's recipient. */
      label: text('label'),
      expiresAt: time('expires_at').notNull(),
      /** When the link was revoked; the owner can restore it. */
      revokedAt: time('revoked_at'),
      passwordHash: text('password_hash'),
      asksEmail: bool('asks_email').notNull().default(false),
      /** The sections it shows; null: all. */
      sections: json<LinkSection[]>('sections'),
      withVideo: bool('with_video').notNull().default(false),
      /** Whether the page stays hidden until it is ready. */
      whenReady: bool('when_ready').notNull().default(false),
      /** Whether the link was created while the page was being prepared, before its owner could review it. */
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
      /** As the visitor entered it, where the link requires it. */
      email: text('email'),
      /** The sections that were visible on the screen, in the order they were reached. */
      sections: json<LinkSection[]>('sections').notNull(),
      createdAt: createdAt(),
      updatedAt: updatedAt(),
    },
    (t) => [index('link_views_link').on(t.linkId, t.createdAt)],
  )

  /** The appearance of a user's microsites and shared pages. */
  const brandings = table('brandings', {
    userId: text('user_id')
      .primaryKey()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** `#rrggbb`, lowercase. */
    accent: text('accent'),
    /** The logo's random file name, so that its public address reveals nothing about the user. */
    logoName: text('logo_name').unique(),
    updatedAt: updatedAt(),
  })

  /** Events, kept until delivered to all handlers (events.ts). */
  const events = table(
    'events',
    {
      id: id(),
      userId: owner(),
      /** Parsed on read, because an older version of the program may have written it. */
      event: json<unknown>('event').notNull(),
      createdAt: createdAt(),
    },
    (t) => [index('events_user').on(t.userId), index('events_created').on(t.createdAt)],
  )

  const jobs = table(
    'jobs',
    {
      /** The job's subject, such as a microsite. */
      id: text('id').notNull(),
      kind: text('kind').notNull(),
      status: text('status').$type<'queued' | 'running' | 'done' | 'failed'>().notNull(),
      attempt: int('attempt').notNull().default(0),
      runAt: time('run_at').notNull(),
      /** When `runAt` was set, by the clock at that time. */
      queuedAt: time('queued_at'),
      leaseUntil: time('lease_until'),
      /** Changes with every claim, so that a worker that lost its lease can no longer write. */
      leaseToken: text('lease_token'),
      error: text('error'),
      lane: text('lane').$type<'short' | 'long'>().notNull().default('short'),
      /** The user who takes turns for this job; null: none. */
      owner: text('owner'),
      /** The number of its last claim, counted over all jobs: the user whose turn is longest ago is next. */
      turn: int('turn'),
      claimedAt: time('claimed_at'),
      /** How often a process ended during this job since its last milestone. */
      stops: int('stops').notNull().default(0),
      /** What a worker needs to run it, where any worker has it; null: nothing. */
      needs: text('needs'),
      milestone: int('milestone').notNull().default(0),
      createdAt: createdAt(),
    },
    (t) => [
      primaryKey({ columns: [t.id, t.kind] }),
      index('jobs_ready').on(t.status, t.runAt),
      index('jobs_turn').on(t.turn),
      index('jobs_owner').on(t.owner, t.lane, t.turn),
      // Two jobs on the same subject never run at the same time, no matter which worker claims them.
      uniqueIndex('jobs_running')
        .on(t.id)
        .where(sql`status = 'running'`),
    ],
  )

  /**
   * Measured processing speed of this machine: seconds per units (of audio, or jobs), with older ones weighted less.
   */
  const measuredSpeeds = table('measured_speeds', {
    /** The name of an engine, or of a lane's jobs. */
    name: text('name').primaryKey(),
    units: real('units').notNull(),
    seconds: real('seconds').notNull(),
  })

  /** Present while a restore is copying another database into this one: its content is incomplete. */
  const unfinishedRestores = table('unfinished_restores', {
    /** Identifies the source installation by its secret. */
    source: text('source').primaryKey(),
    createdAt: createdAt(),
  })

  /** Processes that work on recordings, with their engines and the progress of their speech model downloads. */
  const workers = table('workers', {
    id: text('id').primaryKey(),
    engines: json<{ transcribers: EngineStatus[]; analysts: EngineStatus[]; speechModel?: unknown }>(
      'engines',
    ).notNull(),
    /** The time of its last heartbeat. */
    seenAt: time('seen_at').notNull(),
  })

  /** Settings that operators changed at runtime; secrets are sealed. */
  const operatorSettings = table('operator_settings', {
    name: text('name').primaryKey(),
    value: text('value').notNull(),
  })

  return {
    users,
    sessions,
    refreshTokens,
    oneTimeTokens,
    knownDevices,
    authorizationCodes,
    identities,
    signInFlows,
    factors,
    recoveryCodes,
    challenges,
    webauthnKeys,
    signingKeys,
    spentProofs,
    wrongGuesses,
    accountLog,
    subscriptions,
    paymentSubscriptions,
    paymentCustomers,
    quotas,
    uploads,
    microsites,
    micrositeDocuments,
    micrositeCounters,
    deletions,
    retentions,
    retentionPins,
    retentionSteps,
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
    unfinishedRestores,
    workers,
    operatorSettings,
  }
}

export type Schema = ReturnType<typeof defineSchema>
export type UserRow = Schema['users']['$inferSelect']
export type IdentityRow = Schema['identities']['$inferSelect']
export type FactorRow = Schema['factors']['$inferSelect']
export type ChallengeRow = Schema['challenges']['$inferSelect']
export type WebauthnKeyRow = Schema['webauthnKeys']['$inferSelect']
export type MicrositeRow = Schema['microsites']['$inferSelect'] &
  Omit<Schema['micrositeDocuments']['$inferSelect'] & Schema['micrositeCounters']['$inferSelect'], 'micrositeId'>
export type ShareableLinkRow = Schema['shareableLinks']['$inferSelect']
export type LinkViewRow = Schema['linkViews']['$inferSelect']
export type DeletionRow = Schema['deletions']['$inferSelect']
export type UploadRow = Schema['uploads']['$inferSelect']
