import { STEP } from '@callfolio/shared/progress/steps.ts'
import { and, desc, eq, exists, gte, inArray, isNull, or, sql, type SQL } from 'drizzle-orm'
import type { QuotaApproved } from '../../billing/approve-microsite.ts'
import type { Database, Queries } from '../../db/database.ts'
import { recordEvent } from '../../db/events.ts'
import { lowerQuota, raiseQuota } from '../../db/quota.ts'
import { isDuplicate, isQuotaExceeded } from '../../db/refusals.ts'
import type { JobFailure } from '../../jobs/handler.ts'
import { importedKey } from '../../storage/keys.ts'
import type { MicrositeRow, UsedEngines } from '../../db/schema.ts'
import { createAwaitedSites } from './awaited-sites-repo.ts'
import { deletionRow, type NewDeletion, type NewPartDeletion } from './deletions-repo.ts'
import { createMicrositeTables, isEmpty } from './microsite-tables-repo.ts'
import { createModelWaits } from './model-waits-repo.ts'
import { createMicrositeTags } from './microsite-tags-repo.ts'
import { columnsOf, type Replacement } from './replacement.ts'
import { createSearchRepo, type SearchedTexts } from '../search/search-repo.ts'
import { createWorkLists, isFinished, isWorkedOn, WORKING } from './work-repo.ts'

declare const owned: unique symbol

/** A microsite read by its owner, with the names of its tags; required to change or show one. */
export type OwnedMicrosite = MicrositeRow & { readonly tagNames: string[]; readonly [owned]: true }

/** The fields of a microsite that can be changed. */
export type MicrositeChange = Partial<Omit<MicrositeRow, 'id' | 'userId' | 'updatedAt'>>

/** Fields that can be changed without reading the microsite first: none of them is searched. */
export type WorkChange = Omit<MicrositeChange, keyof SearchedTexts>

export type NewMicrosite = Pick<
  MicrositeRow,
  'id' | 'userId' | 'title' | 'description' | 'sourceKey' | 'language' | 'sample'
> &
  Partial<Pick<MicrositeRow, 'titleSource' | 'recapLanguage' | 'callDate' | 'consentAt' | 'awaiting' | 'untilModel'>>

/** The outcome of a counted write; `duplicate`: this upload or the sample call has a microsite already. */
export type QuotaOutcome = 'done' | 'limit_reached' | 'duplicate'

const BETTER = ['microsite.ready', 'microsite.transcribed_again'] as const
/** Maximum calls of a user that can share a company with a new one. */
const MOST_TITLES = 500
const WAITS_FOR_MODEL = 'waiting for the speech model'
const NO_FAILURE = { errorMessage: null, failureCode: null }

/**
 * Microsites and the counter of the monthly limit, which change together. A microsite consists of a small row for
 * lists, its document, and its counters; callers see one object.
 */
export function createMicrositesRepo(db: Database) {
  const {
    microsites,
    micrositeDocuments,
    micrositeCounters,
    quotas,
    tags,
    micrositeTags,
    shareableLinks,
    deletions,
    uploads,
  } = db.schema
  const tagged = createMicrositeTags(db)
  const search = createSearchRepo(db)
  const { columns, updateRow, updateBeside, partsOf } = createMicrositeTables(db)
  const working = isWorkedOn(db)

  const finished = (id: string) => and(eq(microsites.id, id), isFinished(db))

  /** The counter's row of this microsite, if it has one. */
  function countedIn(tx: Queries, id: string, extra = sql`true`) {
    const site = tx
      .select({ one: sql`1` })
      .from(microsites)
      .where(
        and(
          eq(microsites.id, id),
          eq(microsites.userId, quotas.userId),
          eq(microsites.quotaPeriod, quotas.period),
          extra,
        ),
      )
    return and(eq(quotas.kind, 'microsites'), exists(site)) ?? sql`false`
  }

  async function readOwned(condition: SQL | undefined): Promise<OwnedMicrosite | null> {
    const [row] = await db
      .select({ ...columns, tagNames: tagged.names })
      .from(microsites)
      .innerJoin(micrositeDocuments, eq(micrositeDocuments.micrositeId, microsites.id))
      .innerJoin(micrositeCounters, eq(micrositeCounters.micrositeId, microsites.id))
      .where(condition)
      .orderBy(desc(microsites.createdAt))
      .limit(1)
    return (row as OwnedMicrosite | undefined) ?? null
  }

  /** For the worker, which acts for no user. */
  async function read(condition: SQL | undefined): Promise<MicrositeRow | null> {
    const [row] = await db
      .select(columns)
      .from(microsites)
      .innerJoin(micrositeDocuments, eq(micrositeDocuments.micrositeId, microsites.id))
      .innerJoin(micrositeCounters, eq(micrositeCounters.micrositeId, microsites.id))
      .where(condition)
    return row ?? null
  }

  /** Writes the row if its condition holds, and then the dependent writes: all or nothing. @returns whether it held. */
  async function changeIf(...writes: Parameters<typeof db.writeThen<ChangedRow>>): Promise<boolean> {
    return (await db.writeThen(...writes)).length > 0
  }

  /** Never backwards: `replace` uses it to detect concurrent writes. */
  function stamp(at: Date) {
    const time = sql.param(at, microsites.updatedAt)
    return sql`case when ${microsites.updatedAt} < ${time} then ${time} else ${microsites.updatedAt} end`
  }

  async function counted(batch: Promise<unknown>): Promise<QuotaOutcome> {
    try {
      await batch
      return 'done'
    } catch (error) {
      if (isQuotaExceeded(error)) return 'limit_reached'
      if (isDuplicate(error)) return 'duplicate'
      throw error
    }
  }

  return {
    /**
     * @returns `duplicate` when a microsite of this upload, or the user's sample call, exists already. Not counted
     * without an approval.
     */
    async insert(site: NewMicrosite, approval: QuotaApproved | null): Promise<QuotaOutcome> {
      const createdAt = new Date()
      const row = {
        ...site,
        createdAt,
        videoUrl: site.sourceKey,
        status: 'processing' as const,
        quotaPeriod: approval?.period ?? null,
      }
      const indexed = search.prepare(site.userId, site)
      const batch = db.batch((tx) => [
        ...(approval ? raiseQuota(tx, db.schema, { ...pick(approval), kind: 'microsites' }, approval.limit) : []),
        tx.insert(microsites).values(row),
        tx.insert(micrositeDocuments).values({ micrositeId: site.id }),
        tx.insert(micrositeCounters).values({
          micrositeId: site.id,
          userId: site.userId,
          createdAt,
          ...(site.awaiting && { stepDetail: 'the recording is uploading' }),
          ...(site.untilModel === 'wait' && { stepDetail: WAITS_FOR_MODEL }),
        }),
        ...search.add(tx, site.id, indexed),
      ])
      return counted(batch)
    },

    /**
     * Gives a begun microsite its recording, and counts it: a worker may start after this.
     * @param begun as it was read. @returns `changed`, and writes nothing, when it was changed or removed since.
     */
    async attach(
      begun: OwnedMicrosite,
      site: NewMicrosite,
      approval: QuotaApproved,
    ): Promise<QuotaOutcome | 'changed'> {
      const { id, userId } = begun
      const unchanged = and(
        eq(microsites.id, id),
        eq(microsites.awaiting, true),
        eq(microsites.updatedAt, begun.updatedAt),
      )
      // Keeps what its owner wrote before the recording arrived.
      const texts = {
        ...(begun.titleSource !== 'typed' && { title: site.title, titleSource: site.titleSource }),
        ...(begun.description === null && { description: site.description }),
      }
      const { sourceKey, language, recapLanguage, callDate, consentAt, untilModel = null } = site
      const change = {
        sourceKey,
        videoUrl: sourceKey,
        language,
        recapLanguage,
        ...(begun.callDate === null && { callDate }),
        consentAt,
        untilModel,
        ...texts,
        awaiting: false,
        status: 'processing' as const,
        ...NO_FAILURE,
      }
      const stepDetail = untilModel === 'wait' ? WAITS_FOR_MODEL : null
      const indexed = search.prepare(userId, texts, begun)
      let attached = false
      const outcome = await counted(
        changeIf(
          (tx) => updateRow(tx, unchanged, { ...change, quotaPeriod: approval.period }),
          (tx) => [
            ...raiseQuota(tx, db.schema, { ...pick(approval), kind: 'microsites' }, approval.limit),
            ...search.replace(tx, id, indexed),
            ...updateBeside(tx, id, { document: {}, counters: { stepDetail } }),
          ],
        ).then((held) => (attached = held)),
      )
      return outcome === 'done' && !attached ? 'changed' : outcome
    },

    ...createAwaitedSites(db),
    ...createModelWaits(db),
    ...createWorkLists(db),

    findOwned: (userId: string, id: string) => readOwned(and(eq(microsites.id, id), eq(microsites.userId, userId))),

    findBySource: (userId: string, sourceKey: string) =>
      readOwned(and(eq(microsites.sourceKey, sourceKey), eq(microsites.userId, userId))),

    /** The user's sample that did not fail: at most one. */
    findSample: (userId: string) =>
      readOwned(
        and(
          eq(microsites.userId, userId),
          eq(microsites.sample, true),
          inArray(microsites.status, [...WORKING, 'active']),
        ),
      ),

    /** Whether an object is the video or the poster of one of a user's microsites. */
    async findMedia(userId: string, key: string): Promise<Pick<MicrositeRow, 'durationMs'> | null> {
      const [row] = await db
        .select({ durationMs: microsites.durationMs })
        .from(microsites)
        .where(and(eq(microsites.userId, userId), or(eq(microsites.videoUrl, key), eq(microsites.posterKey, key))))
      return row ?? null
    },

    /** All ids of a user. */
    async listIds(userId: string): Promise<string[]> {
      const rows = await db.select({ id: microsites.id }).from(microsites).where(eq(microsites.userId, userId))
      return rows.map((row) => row.id)
    },

    /** Titles of a user's finished microsites, newest first. */
    listTitles: (userId: string) =>
      db
        .select({ id: microsites.id, title: microsites.title })
        .from(microsites)
        .where(and(eq(microsites.userId, userId), eq(microsites.status, 'active'), eq(microsites.sample, false)))
        .orderBy(desc(microsites.createdAt))
        .limit(MOST_TITLES),

    /** The names of their speakers. */
    async listSpeakers(ids: readonly string[]): Promise<string[]> {
      const rows = await db
        .select({ segments: micrositeDocuments.segments })
        .from(micrositeDocuments)
        .where(inArray(micrositeDocuments.micrositeId, [...ids]))
      return [...new Set(rows.flatMap(({ segments }) => segments?.flatMap(({ speaker }) => speaker ?? []) ?? []))]
    },

    /** All tags of a user. */
    knownTags: (userId: string) => tagged.known(userId),

    /** Active microsites made since `start`; the sample call is free. */
    countActiveSince(userId: string, start: Date): Promise<number> {
      return db.$count(
        microsites,
        and(
          eq(microsites.userId, userId),
          eq(microsites.status, 'active'),
          eq(microsites.sample, false),
          gte(microsites.createdAt, start),
        ),
      )
    },

    /** How many count toward the month's limit, including those being processed. */
    async countInMonth({ userId, period }: QuotaApproved): Promise<number> {
      const [counter] = await db
        .select({ used: quotas.used })
        .from(quotas)
        .where(and(eq(quotas.userId, userId), eq(quotas.kind, 'microsites'), eq(quotas.period, period)))
      return counter?.used ?? 0
    },

    /** For the worker, which acts for no user. */
    findForProcessing: (id: string) => read(eq(microsites.id, id)),

    /** Like `findForProcessing`, but null when no work is left. */
    findWorking: (id: string) => read(and(eq(microsites.id, id), working)),

    /** True when an upload is in use. */
    async usesUpload(key: string): Promise<boolean> {
      return (await db.$count(microsites, or(eq(microsites.sourceKey, key), eq(microsites.videoUrl, key)))) > 0
    },

    /**
     * Changes a microsite that is being worked on; one whose work has ended is unchanged. A progress update is one
     * small write.
     */
    async updateWorking(id: string, change: WorkChange): Promise<void> {
      const { row, document, counters } = partsOf(change)
      const isWorking = and(eq(microsites.id, id), working)
      if (isEmpty(row) && isEmpty(document)) {
        const site = db.keeping(db.select({ id: microsites.id }).from(microsites).where(isWorking))
        await db.update(micrositeCounters).set(counters).where(inArray(micrositeCounters.micrositeId, site))
      } else
        await changeIf(
          (tx) => updateRow(tx, isWorking, row),
          (tx) => updateBeside(tx, id, { document, counters }),
        )
    },

    /**
     * Writes a change based on `site` as it was read. @param ended the part that it removes; absent: none.
     * @returns false, and writes nothing, when it was changed since.
     */
    replace(site: MicrositeRow, change: MicrositeChange, at: Date, ended?: NewPartDeletion): Promise<boolean> {
      const unchanged = and(
        eq(microsites.id, site.id),
        eq(microsites.updatedAt, site.updatedAt),
        eq(microsites.status, site.status),
      )
      const updatedAt = new Date(Math.max(at.getTime(), site.updatedAt.getTime() + 1))
      const { row, ...beside } = partsOf(change)
      const indexed = search.prepare(site.userId, change, site)
      const isReady = change.status === 'active' && site.status !== 'active'
      const isBetter = isReady && site.transcriptRequest?.automatic === true && change.segments !== undefined
      const kinds = isBetter ? BETTER : isReady ? BETTER.slice(0, 1) : []
      return changeIf(
        (tx) => updateRow(tx, unchanged, { ...row, updatedAt }),
        (tx, rows) => [
          ...updateBeside(tx, site.id, beside),
          ...search.replace(tx, site.id, indexed),
          ...(ended ? [tx.insert(deletions).values(deletionRow({ ...site, sourceKey: null }, 0, ended))] : []),
          ...rows.flatMap((ids) => kinds.flatMap((kind) => recordEvent(tx, db.schema, { kind, ...ids }, at))),
        ],
      )
    },

    /** Replaces a microsite's tags with these; ignores unknown keys. */
    assignTags({ id }: OwnedMicrosite, keys: readonly string[], at: Date): Promise<void> {
      const wanted = and(eq(microsites.id, id), inArray(tags.nameKey, [...keys]))
      // The first write locks the row, so that two concurrent calls don't mix their lists.
      return db.batch((tx) => [
        tx
          .update(microsites)
          .set({ updatedAt: stamp(at) })
          .where(eq(microsites.id, id)),
        tx.delete(micrositeTags).where(eq(micrositeTags.micrositeId, id)),
        tx
          .insert(micrositeTags)
          .select(
            tx
              .select({ micrositeId: microsites.id, tagId: tags.id })
              .from(microsites)
              .innerJoin(tags, eq(tags.userId, microsites.userId))
              .where(wanted),
          ),
      ])
    },

    /**
     * Removes a microsite with its links and the record of its upload, and frees its place in the month. The same write
     * records its deletion, as its files remain to be removed.
     * @returns how many links there were.
     */
    async remove(site: OwnedMicrosite, deletion: NewDeletion): Promise<number> {
      const { id, userId, sourceKey } = site
      const links = await db.$count(shareableLinks, eq(shareableLinks.micrositeId, id))
      // The first write locks the row, so that only one of two concurrent calls frees the place.
      await changeIf(
        (tx) => updateRow(tx, eq(microsites.id, id)),
        (tx) => [
          lowerQuota(tx, db.schema, countedIn(tx, id)),
          tx.delete(microsites).where(eq(microsites.id, id)),
          tx.insert(deletions).values(deletionRow(site, links, deletion)),
          // The upload can't become another microsite.
          ...(sourceKey === null ? [] : [tx.delete(uploads).where(eq(uploads.key, sourceKey))]),
          tx.delete(uploads).where(eq(uploads.key, importedKey(userId, id))),
        ],
      )
      return links
    },

    /**
     * Starts another transcript for a finished microsite; its content stays until the transcript is ready, and it
     * counts toward no limit. @returns false, and changes nothing, when it is not finished.
     */
    requestTranscript({ id }: OwnedMicrosite, replacement: Replacement, at: Date): Promise<boolean> {
      const change = {
        status: 'processing' as const,
        ...NO_FAILURE,
        ...columnsOf(replacement),
        replacing: true,
        updatedAt: stamp(at),
      }
      return changeIf(
        (tx) => updateRow(tx, finished(id), change),
        (tx) => updateBeside(tx, id, { document: {}, counters: FIRST_STEP }),
      )
    },

    /**
     * Starts a new recap of a finished microsite; the page stays available, and it counts toward no limit.
     * @returns false, and changes nothing, when it is not finished or a new recap is in progress.
     */
    requestAnalysis(
      { id, engines, transcriptInfo }: OwnedMicrosite,
      next: NonNullable<UsedEngines['next']>,
      at: Date,
    ): Promise<boolean> {
      const made = engines ?? { transcriber: transcriptInfo?.source ?? 'none', analyst: 'none' }
      return changeIf(
        (tx) => updateRow(tx, finished(id), { engines: { ...made, next }, replacing: true, updatedAt: stamp(at) }),
        (tx) =>
          updateBeside(tx, id, { document: {}, counters: { step: STEP.analysis, progress: 0, stepDetail: null } }),
      )
    },

    /**
     * Marks a microsite as failed and frees its place in the month; if its content was only to be replaced, it is
     * unchanged, with the reason. A second call changes nothing.
     */
    async fail(id: string, { code, message }: JobFailure, at: Date): Promise<void> {
      const change = { errorMessage: message, failureCode: code, updatedAt: stamp(at) }
      const isWorking = (replacing: boolean) => and(eq(microsites.id, id), working, eq(microsites.replacing, replacing))
      const kept = await changeIf(
        (tx) => updateRow(tx, isWorking(true), { ...change, status: 'active', replacing: false }),
        (tx) => updateBeside(tx, id, { document: {}, counters: { step: 6, progress: 1, stepDetail: null } }),
      )
      if (kept) return
      // The first write locks the row, so that only one of two concurrent calls frees the place.
      await changeIf(
        (tx) => updateRow(tx, isWorking(false), { ...change, status: 'failed' }),
        (tx, failed) => [
          lowerQuota(tx, db.schema, countedIn(tx, id)),
          tx.update(microsites).set({ quotaPeriod: null }).where(eq(microsites.id, id)),
          ...failed.flatMap((ids) => recordEvent(tx, db.schema, { kind: 'microsite.failed', ...ids }, at)),
        ],
      )
    },

    /**
     * Retries a failed microsite, counted again (a sample counts for nothing); a request restarts it from the
     * beginning, and its transcript replaces an existing one. Changes nothing unless it has failed. @returns
     * `duplicate`, and changes nothing, for a failed sample when there is another.
     */
    retry(
      site: OwnedMicrosite,
      approval: QuotaApproved,
      at: Date,
      replacement: Replacement | null = null,
    ): Promise<QuotaOutcome> {
      const { id } = site
      const anew = { segments: null, transcriptInfo: null, transcript: null }
      const uncounted = and(eq(microsites.id, id), isNull(microsites.quotaPeriod), eq(microsites.sample, false))
      const key = { ...pick(approval), kind: 'microsites' as const }
      const change = { ...(replacement && columnsOf(replacement)), status: 'processing' as const, ...NO_FAILURE }
      return counted(
        changeIf(
          (tx) =>
            updateRow(tx, and(eq(microsites.id, id), eq(microsites.status, 'failed'), eq(microsites.awaiting, false)), {
              ...change,
              updatedAt: stamp(at),
            }),
          (tx) => [
            ...(replacement
              ? [
                  ...updateBeside(tx, id, { document: anew, counters: FIRST_STEP }),
                  ...search.replace(tx, id, search.prepare(site.userId, { segments: null })),
                ]
              : []),
            ...raiseQuota(
              tx,
              db.schema,
              key,
              approval.limit,
              exists(
                tx
                  .select({ one: sql`1` })
                  .from(microsites)
                  .where(uncounted),
              ),
            ),
            tx.update(microsites).set({ quotaPeriod: approval.period }).where(uncounted),
          ],
        ),
      )
    },
  }
}
export type MicrositesRepo = ReturnType<typeof createMicrositesRepo>

const pick = ({ userId, period }: QuotaApproved) => ({ userId, period })

/** The columns that a write of the small row returns. */
interface ChangedRow {
  micrositeId: string
  userId: string
}

const FIRST_STEP = { step: 1, progress: 0, stepDetail: null }
