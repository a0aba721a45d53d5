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
import type { PlanId } from '@callfolio/shared/contract/account.ts'
import type { Segment, TranscriptInfo, UntilModel } from '@callfolio/shared/contract/transcript.ts'
import type { TitleSource } from '@callfolio/shared/titles.ts'
import type { AnalystName, SpeechEngine } from '@callfolio/shared/engines.ts'
import type { Columns } from './columns.ts'

/** Metadata from sign-up and browser. `time_zone` is an IANA name. */
export type UserMetadata = Record<string, unknown> & { full_name?: string; time_zone?: string }

/** Kinds of second factors, as the client library names them. */
export type FactorKind = 'totp' | 'phone' | 'webauthn' | 'recovery_code'

/** What a mailed or texted token proves. `email_change_old`: of the two sides of a change the present address. */
export type OneTimePurpose =
  | 'signup'
  | 'recovery'
  | 'magiclink'
  | 'email_change'
  | 'email_change_old'
  | 'reauthentication'
  | 'sms'
  | 'phone_change'

/** The transcript an owner asked for instead of the first one; `id` names what is kept of its making. */
export interface RequestedTranscript {
  id: string
  source: 'given' | 'speakers' | SpeechEngine
  /** The request that made the transcript which stood there at the time; null: the first one. Unknown for older rows. */
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

/** What is to be replaced by its redacted version; `id` names the objects of that. */
export interface WithheldRecording {
  id: string
  videoKey: string | null
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

  const users = table(
    'users',
    {
      id: id(),
      /** Lower case; null: who came in by a phone number, or without a name. */
      email: text('email'),
      /** E.164; until it was proved to be the person's own the account can't be entered with it. */
      phone: text('phone'),
      phoneVerifiedAt: time('phone_verified_at'),
      /** A guest: nothing says who it is. */
      isAnonymous: bool('is_anonymous').notNull().default(false),
      /** The address that shall take the place of `email`, and which of the two mailboxes agreed. */
      newEmail: text('new_email'),
      newEmailOldSide: bool('new_email_old_side').notNull().default(false),
      newEmailNewSide: bool('new_email_new_side').notNull().default(false),
      /** Whether a session needs a second factor. */
      secondFactor: bool('second_factor').notNull().default(false),
      passwordHash: text('password_hash'),
      userMetadata: json<UserMetadata>('user_metadata').notNull(),
      /**
       * When the account's first method was confirmed, a guest's when they came; set at once where no mail is sent. Null: a
       * sign-up that waits for its confirmation, of which an address or number may have one with a password and one without.
       */
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
      /** The second factor it was raised with, and when; null: it was not. */
      secondMethod: text('second_method'),
      secondAt: time('second_at'),
      /** When the person last showed who they are; null: the method that opened it was just added. */
      provedAt: time('proved_at'),
      userAgent: text('user_agent'),
      /** When it was last continued. */
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
      /** Counts the exchanges of the session's tokens, from 1. */
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
      /** Keyed hash of the short code that says the same. */
      codeHash: text('code_hash').notNull(),
      /** The address or number that was written to. */
      target: text('target').notNull(),
      /** Of a client that exchanges a code for its session: base64url of its verifier's SHA-256. */
      codeChallenge: text('code_challenge'),
      /** The session that asked for it and that it ends with; null if it was requested without a session. */
      sessionId: text('session_id').references(() => sessions.id, { onDelete: 'cascade' }),
      expiresAt: time('expires_at').notNull(),
      createdAt: createdAt(),
    },
    // One that is asked for again takes the earlier one's place.
    (t) => [uniqueIndex('one_time_tokens_live').on(t.userId, t.purpose), index('one_time_tokens_target').on(t.target)],
  )

  /** From where an account was entered before: guessing elsewhere doesn't hold up who comes from there. */
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

  /** What lets the browser extension, or a page that began a sign-in, open a session of its own. */
  const authorizationCodes = table(
    'authorization_codes',
    {
      /** SHA-256 of the code, base64url. */
      hash: text('hash').primaryKey(),
      /** Whose owner granted it: a code ends with this session. */
      sessionId: text('session_id')
        .notNull()
        .references(() => sessions.id, { onDelete: 'cascade' }),
      /** The session itself is handed over; otherwise another one of the same user is opened. */
      handsOver: bool('hands_over').notNull().default(false),
      /** Base64url of the verifier's SHA-256. */
      codeChallenge: text('code_challenge').notNull(),
      expiresAt: time('expires_at').notNull(),
      createdAt: createdAt(),
    },
    (t) => [index('authorization_codes_session').on(t.sessionId)],
  )

  /** Accounts of other services with which an account here is entered. */
  const identities = table(
    'identities',
    {
      id: id(),
      userId: owner(),
      /** The provider's name in the settings. */
      provider: text('provider').notNull(),
      /** Its own, lasting id of the person. */
      subject: text('subject').notNull(),
      /** What it says of the person. */
      data: json<Record<string, unknown>>('data').notNull(),
      lastSignInAt: time('last_sign_in_at'),
      createdAt: createdAt(),
      updatedAt: updatedAt(),
    },
    (t) => [uniqueIndex('identities_subject').on(t.provider, t.subject), index('identities_user').on(t.userId)],
  )

  /** A sign-in with a provider that was begun, until the provider's answer comes. */
  const signInFlows = table('sign_in_flows', {
    /** SHA-256 of the state, base64url. */
    hash: text('hash').primaryKey(),
    provider: text('provider').notNull(),
    /** The verifier of the exchange with the provider (RFC 7636), and the nonce of its id token; sealed. */
    secrets: text('secrets').notNull(),
    /** Of the browser that began it: nobody else may end it. SHA-256 of its cookie, base64url. */
    browserHash: text('browser_hash').notNull(),
    redirectTo: text('redirect_to').notNull(),
    /** Of the client that exchanges a code for its session; null: it gets the session in the address's fragment. */
    codeChallenge: text('code_challenge'),
    /** The session whose user adds an identity; null: somebody signs in. */
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
      /** The last time step whose code was taken: none is taken twice. */
      usedStep: int('used_step'),
      createdAt: createdAt(),
      updatedAt: updatedAt(),
    },
    (t) => [index('factors_user').on(t.userId)],
  )

  /** What replaces a factor that was lost. */
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

  /** What a factor or a passkey was asked, until it answers. */
  const challenges = table('challenges', {
    id: id(),
    /** Null: a passkey says who it is. */
    userId: text('user_id').references(() => users.id, { onDelete: 'cascade' }),
    /** Null: a passkey's. */
    factorId: text('factor_id').references(() => factors.id, { onDelete: 'cascade' }),
    kind: text('kind').$type<'code' | 'create' | 'request'>().notNull(),
    /** What a key has to sign, or the keyed hash of a texted code; null: an app knows the code by itself. */
    expected: text('expected'),
    expiresAt: time('expires_at').notNull(),
    createdAt: createdAt(),
  })

  /** Keys of WebAuthn: of second factors and, without one, passkeys. */
  const webauthnKeys = table(
    'webauthn_keys',
    {
      id: id(),
      userId: owner(),
      factorId: text('factor_id').references(() => factors.id, { onDelete: 'cascade' }),
      credentialId: text('credential_id').notNull().unique(),
      /** COSE, base64url. */
      publicKey: text('public_key').notNull(),
      /** How often it signed, where it counts. */
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
    /** `next` is published before anything is signed with it, `previous` until its last token has expired. */
    state: text('state').$type<'next' | 'current' | 'previous'>().notNull().default('current'),
    /** From then on a previous one checks nothing. */
    retiresAt: time('retires_at'),
    createdAt: createdAt(),
  })

  /** What lets somebody in once only: messages that wallets signed, assertions of identity providers. */
  const spentProofs = table('spent_proofs', {
    /** SHA-256, base64url. */
    hash: text('hash').primaryKey(),
    /** From then on its own time refuses it. */
    expiresAt: time('expires_at').notNull(),
  })

  /** Wrong guesses of short secrets, for a day. */
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

  /** What happened to an account, for its person and the operator. */
  const accountLog = table(
    'account_log',
    {
      /** The event's. */
      id: id(),
      userId: owner(),
      kind: text('kind').notNull(),
      /** How somebody came in, or what changed. */
      what: text('what'),
      /** Of the session that it happened in. */
      userAgent: text('user_agent'),
      createdAt: createdAt(),
    },
    (t) => [index('account_log_user').on(t.userId, t.createdAt)],
  )

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
      /** Bytes, as announced or as received; null: not known yet. */
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
      /** Why it failed, as a code; null beside an `errorMessage` of null. */
      failureCode: text('failure_code').$type<FailureCode>(),
      /** The upload this was made from; stays when `videoUrl` moves on to the playable file. */
      sourceKey: text('source_key'),
      videoUrl: text('video_url'),
      /** BCP 47 tag of the spoken language, as the owner gave it. */
      language: text('language'),
      /** BCP 47 tag of the recap's language; null: the spoken one. */
      recapLanguage: text('recap_language'),
      /** The day of the call, `YYYY-MM-DD`; null: unknown. */
      callDate: text('call_date'),
      /** When the recorder confirmed the reminder to tell everyone; null: not recorded here, or not said. */
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
      /** What of the recording could not be read, and where; null: nothing is missing. Milliseconds. */
      damage: json<{
        heldMs: number
        statedMs: number
        ranges?: { startMs: number; endMs: number }[] | undefined
      }>('damage'),
      /** The quota's period this microsite is counted in; null: it counts for nothing (sample, failed). */
      quotaPeriod: text('quota_period'),
      sample: bool('sample').notNull().default(false),
      engines: json<UsedEngines>('engines'),
      /** When the owner last reviewed the recap; null: nobody has. */
      reviewedAt: time('reviewed_at'),
      /** When the recording, and the transcript, were removed because their time was over; null: they are kept. */
      mediaRemovedAt: time('media_removed_at'),
      transcriptRemovedAt: time('transcript_removed_at'),
      /** Stretches that its owner redacted, joined; null: none. */
      redacted: json<TimeSpan[]>('redacted'),
      /** The recording before a redaction that is not applied to it yet: nobody is shown anything of it; null: there is none such. */
      redacting: json<WithheldRecording>('redacting'),
      /** What its owner states of the participants' consent; null: nothing. */
      consentStated: json<ConsentStatement>('consent_stated'),
      createdAt: createdAt(),
      updatedAt: updatedAt(),
    },
    (t) => [
      index('microsites_user').on(t.userId, t.createdAt),
      // Workers look every minute for work that has no job.
      index('microsites_status').on(t.status, t.replacing),
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
    /** Ids of lines that may be next steps. */
    possibleSteps: json<string[]>('possible_steps'),
    /** Why the recap is not by the analyst that was set up; null: it is. */
    analysisNotice: text('analysis_notice'),
    chapters: json<EvidenceItem[]>('chapters'),
    /** Who unnamed speakers may be; null: nothing is suggested, or its owner dismissed it. */
    suggestedSpeakers: json<SuggestedSpeaker[]>('suggested_speakers'),
    /** Ids of lines that may not be meant for the other side; null: none, or its owner dismissed them. */
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

  /** What changes about a microsite while nobody edits it: twice a second at work, and with each view. */
  const micrositeCounters = table(
    'microsite_counters',
    {
      micrositeId: ofMicrosite().primaryKey(),
      /** The microsite's, once more: a list by views is read in the order of an index, which has columns of one table. */
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

  /** A microsite that can be searched; a restored one has none until it is indexed (index-search.ts). */
  const searchEntries = table('search_entries', {
    /** The ids of its chunks begin with it (search-repo.ts). */
    number: rowNumber('number'),
    micrositeId: ofMicrosite().notNull().unique(),
  })

  /** The words of a chunk are in `search_index`, which each database has of its own kind (text-search.ts). */
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
   * What was deleted of microsites: until `finishedAt` files remain to be removed, from then on the row is the owner's
   * receipt. It has no content, and no reference to the account, which may go before the files.
   */
  const deletions = table(
    'deletions',
    {
      id: id(),
      userId: text('user_id').notNull(),
      micrositeId: text('microsite_id').notNull(),
      /** `page`: all of it; another part went because its time was over, and the page stayed. */
      part: text('part').$type<KeptPart>().notNull().default('page'),
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

  /** How many days after a microsite was made its parts are removed; null, or without a row: never. */
  const retentions = table('retentions', {
    userId: text('user_id')
      .primaryKey()
      .references(() => users.id, { onDelete: 'cascade' }),
    mediaDays: int('media_days'),
    transcriptDays: int('transcript_days'),
    pageDays: int('page_days'),
    updatedAt: updatedAt(),
  })

  /** Microsites that no retention removes anything of. */
  const retentionPins = table('retention_pins', { micrositeId: ofMicrosite().primaryKey(), createdAt: createdAt() })

  /** What is to be removed of a microsite, from the warning on; `doneAt`: its files are gone. */
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
    /** File name of the logo, random: its public address reveals nothing about the user. */
    logoName: text('logo_name').unique(),
    updatedAt: updatedAt(),
  })

  /** What happened, kept until it is delivered to all of its handlers (events.ts). */
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
      /** When `runAt` was set, by the clock of that moment. */
      queuedAt: time('queued_at'),
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
      /** What a worker must have for it, where any has it; null: nothing. */
      needs: text('needs'),
      milestone: int('milestone').notNull().default(0),
      createdAt: createdAt(),
    },
    (t) => [
      primaryKey({ columns: [t.id, t.kind] }),
      index('jobs_ready').on(t.status, t.runAt),
      index('jobs_turn').on(t.turn),
      index('jobs_owner').on(t.owner, t.lane, t.turn),
      // Two jobs on one thing never run at the same time, no matter which worker claims them.
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

  /** In a database that another is being copied into: what is here is not all of it. */
  const unfinishedRestores = table('unfinished_restores', {
    /** Identifies the installation that is copied, by its secret. */
    source: text('source').primaryKey(),
    createdAt: createdAt(),
  })

  /** Processes that work on recordings, with what engines, and how far each one's fetch of a speech model is. */
  const workers = table('workers', {
    id: text('id').primaryKey(),
    engines: json<{ transcribers: EngineStatus[]; analysts: EngineStatus[]; speechModel?: unknown }>(
      'engines',
    ).notNull(),
    /** When it last said so. */
    seenAt: time('seen_at').notNull(),
  })

  /** What operators entered while the server runs; secrets in it are sealed. */
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
