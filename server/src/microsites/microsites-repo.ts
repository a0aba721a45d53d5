import { STEP } from '@callfolio/shared/steps.ts'
import { and, desc, eq, exists, getTableColumns, gte, inArray, isNull, or, sql, type SQL } from 'drizzle-orm'
import type { QuotaApproved } from '../billing/approve-microsite.ts'
import type { Database, Queries } from '../db/database.ts'
import { lowerQuota, raiseQuota } from '../db/quota.ts'
import { isDuplicate, isQuotaExceeded } from '../db/refusals.ts'
import type { JobFailure } from '../jobs/handler.ts'
import type { MicrositeRow, RequestedTranscript, UsedEngines } from '../db/schema.ts'
import { createCardList } from './card-list-repo.ts'
import { createMicrositeTags } from './microsite-tags-repo.ts'
import { searchText } from './search-text.ts'

declare const owned: unique symbol

/** A microsite that was read as the caller's own, with the names of its tags; what changes or shows one asks for this. */
export type OwnedMicrosite = MicrositeRow & { readonly tagNames: string[]; readonly [owned]: true }

/** What may be changed of a microsite. */
export type MicrositeChange = Partial<Omit<MicrositeRow, 'id' | 'userId' | 'updatedAt'>>

/** The transcript that was asked for, and the language of the recap made of it; undefined: as before. */
export interface Replacement {
  transcript: RequestedTranscript
  recapLanguage?: string | null | undefined
}

export type NewMicrosite = Pick<
  MicrositeRow,
  'id' | 'userId' | 'title' | 'description' | 'sourceKey' | 'language' | 'sample'
> &
  Partial<Pick<MicrositeRow, 'titleGiven' | 'recapLanguage' | 'consentAt'>>

/** What came of a write that counts; `duplicate`: there is one already, of this upload or of the sample call. */
export type QuotaOutcome = 'done' | 'limit_reached' | 'duplicate'

const NO_FAILURE = { errorMessage: null, failureCode: null }
const WORKING = ['processing', 'transcript_ready'] as const

/** Microsites and the counter of the monthly limit, which change together. */
export function createMicrositesRepo(db: Database) {
  const { microsites, quotas, tags, micrositeTags, shareableLinks } = db.schema
  const tagged = createMicrositeTags(db)
  /** Being made, or finished while its recap is made anew. */
  const working = or(
    inArray(microsites.status, [...WORKING]),
    and(eq(microsites.status, 'active'), eq(microsites.replacing, true)),
  )

  const finished = (id: string) =>
    and(eq(microsites.id, id), eq(microsites.status, 'active'), eq(microsites.replacing, false))

  /** The counter's row that this microsite stands in, if it stands in one. */
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
      .select({ ...getTableColumns(microsites), tagNames: tagged.names })
      .from(microsites)
      .where(condition)
      .orderBy(desc(microsites.createdAt))
      .limit(1)
    return (row as OwnedMicrosite | undefined) ?? null
  }

  /** Never backwards: `replace` tells by it whether somebody wrote in between. */
  function stamp(at: Date) {
    const time = sql.param(at, microsites.updatedAt)
    return sql`case when ${microsites.updatedAt} < ${time} then ${time} else ${microsites.updatedAt} end`
  }

  async function counted(batch: Promise<void>): Promise<QuotaOutcome> {
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
    /** @returns `duplicate` when a microsite of this upload, or the user's sample call, exists already. Free of charge without an approval. */
    async insert(site: NewMicrosite, approval: QuotaApproved | null): Promise<QuotaOutcome> {
      const row = {
        ...site,
        videoUrl: site.sourceKey,
        status: 'processing' as const,
        quotaPeriod: approval?.period ?? null,
        searchText: searchText({ ...site, transcript: null }),
      }
      const batch = db.batch((tx) => [
        ...(approval ? raiseQuota(tx, db.schema, { ...pick(approval), kind: 'microsites' }, approval.limit) : []),
        tx.insert(microsites).values(row),
      ])
      return counted(batch)
    },

    findOwned: (userId: string, id: string) => readOwned(and(eq(microsites.id, id), eq(microsites.userId, userId))),

    findBySource: (userId: string, sourceKey: string) =>
      readOwned(and(eq(microsites.sourceKey, sourceKey), eq(microsites.userId, userId))),

    /** The sample of a user that did not fail: there is one at most. */
    findSample: (userId: string) =>
      readOwned(
        and(
          eq(microsites.userId, userId),
          eq(microsites.sample, true),
          inArray(microsites.status, [...WORKING, 'active']),
        ),
      ),

    list: createCardList(db),

    /** Ids of all of a user. */
    async listIds(userId: string): Promise<string[]> {
      const rows = await db.select({ id: microsites.id }).from(microsites).where(eq(microsites.userId, userId))
      return rows.map((row) => row.id)
    },

    /** All tags of a user. */
    knownTags: (userId: string) => tagged.known(userId),

    /** Active ones made since `start`; the sample call is free. */
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

    /** How many are counted against the month's limit: those at work too. */
    async countInMonth({ userId, period }: QuotaApproved): Promise<number> {
      const [counter] = await db
        .select({ used: quotas.used })
        .from(quotas)
        .where(and(eq(quotas.userId, userId), eq(quotas.kind, 'microsites'), eq(quotas.period, period)))
      return counter?.used ?? 0
    },

    /** For the worker, which acts for no user. */
    async findForProcessing(id: string): Promise<MicrositeRow | null> {
      const [row] = await db.select().from(microsites).where(eq(microsites.id, id))
      return row ?? null
    },

    /** Like `findForProcessing`, but null when there is no more work on it. */
    async findWorking(id: string): Promise<MicrositeRow | null> {
      const [row] = await db
        .select()
        .from(microsites)
        .where(and(eq(microsites.id, id), working))
      return row ?? null
    },

    /** Ids of all that a worker should be busy with. */
    async listWorking(): Promise<string[]> {
      const rows = await db.select({ id: microsites.id }).from(microsites).where(working)
      return rows.map((row) => row.id)
    },

    /** True when an upload is in use. */
    async usesUpload(key: string): Promise<boolean> {
      return (await db.$count(microsites, or(eq(microsites.sourceKey, key), eq(microsites.videoUrl, key)))) > 0
    },

    /** Changes a microsite that is being worked on; one that ended meanwhile is left alone. */
    async updateWorking(id: string, change: MicrositeChange): Promise<void> {
      await db
        .update(microsites)
        .set(change)
        .where(and(eq(microsites.id, id), working))
    },

    /** Writes a change that was made of `site` as it was read. @returns false, and writes nothing, when somebody changed it since. */
    async replace(site: MicrositeRow, change: MicrositeChange, at: Date): Promise<boolean> {
      const unchanged = and(
        eq(microsites.id, site.id),
        eq(microsites.updatedAt, site.updatedAt),
        eq(microsites.status, site.status),
      )
      const updatedAt = new Date(Math.max(at.getTime(), site.updatedAt.getTime() + 1))
      const written = await db
        .update(microsites)
        .set({ ...change, updatedAt })
        .where(unchanged)
        .returning({ id: microsites.id })
      return written.length === 1
    },

    /** Gives a microsite these tags and no others; keys that are no tag's are passed over. */
    assignTags({ id }: OwnedMicrosite, keys: readonly string[], at: Date): Promise<void> {
      const wanted = and(eq(microsites.id, id), inArray(tags.nameKey, [...keys]))
      // The first write locks the row, so that two at once don't mix their lists.
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

    /** Removes a microsite with its links and gives its place in the month back. @returns how many links there were. */
    async remove({ id }: OwnedMicrosite): Promise<number> {
      const links = await db.$count(shareableLinks, eq(shareableLinks.micrositeId, id))
      // The first write locks the row, so that of two at once only one gives the place back.
      await db.batch((tx) => [
        tx.update(microsites).set({ progress: 0 }).where(eq(microsites.id, id)),
        lowerQuota(tx, db.schema, countedIn(tx, id)),
        tx.delete(microsites).where(eq(microsites.id, id)),
      ])
      return links
    },

    /** Ids of microsites that an older version stored without their search text. */
    async listUnsearchable(): Promise<string[]> {
      const rows = await db.select({ id: microsites.id }).from(microsites).where(eq(microsites.searchText, ''))
      return rows.map((row) => row.id)
    },

    /**
     * Sets a finished microsite going for another transcript; its content stays until that is there, and it counts for no
     * limit. @returns false, and changes nothing, when it is not finished.
     */
    async requestTranscript({ id }: OwnedMicrosite, replacement: Replacement, at: Date): Promise<boolean> {
      const started = await db
        .update(microsites)
        .set({
          status: 'processing',
          step: 1,
          progress: 0,
          stepDetail: null,
          ...NO_FAILURE,
          ...columnsOf(replacement),
          replacing: true,
          updatedAt: stamp(at),
        })
        .where(finished(id))
        .returning({ id: microsites.id })
      return started.length === 1
    },

    /**
     * Sets the making of a finished microsite's recap anew going; the page stays in use, and it counts for no limit.
     * @returns false, and changes nothing, when it is not finished or that is under way.
     */
    async requestAnalysis(
      { id, engines, transcriptInfo }: OwnedMicrosite,
      next: NonNullable<UsedEngines['next']>,
      at: Date,
    ): Promise<boolean> {
      const made = engines ?? { transcriber: transcriptInfo?.source ?? 'none', analyst: 'none' }
      const started = await db
        .update(microsites)
        .set({
          engines: { ...made, next },
          replacing: true,
          step: STEP.analysis,
          progress: 0,
          stepDetail: null,
          updatedAt: stamp(at),
        })
        .where(finished(id))
        .returning({ id: microsites.id })
      return started.length === 1
    },

    /**
     * Ends a microsite as failed and gives its place in the month back; one whose content was only to be replaced is as it
     * was, with the reason. Once: a second call changes nothing.
     */
    fail(id: string, { code, message }: JobFailure, at: Date): Promise<void> {
      const failed = { errorMessage: message, failureCode: code }
      // The first write locks the row, so that of two at once only one gives the place back.
      return db.batch((tx) => [
        tx
          .update(microsites)
          .set({
            status: 'active',
            step: 6,
            progress: 1,
            stepDetail: null,
            replacing: false,
            ...failed,
            updatedAt: stamp(at),
          })
          .where(and(eq(microsites.id, id), working, eq(microsites.replacing, true))),
        tx
          .update(microsites)
          .set({ status: 'failed', ...failed, updatedAt: stamp(at) })
          .where(and(eq(microsites.id, id), working)),
        lowerQuota(tx, db.schema, countedIn(tx, id, sql`${microsites.status} = 'failed'`)),
        tx
          .update(microsites)
          .set({ quotaPeriod: null })
          .where(and(eq(microsites.id, id), eq(microsites.status, 'failed'))),
      ])
    },

    /**
     * Sets a failed microsite going again, counted anew (a sample counts for nothing); with a request from the start, with
     * that transcript in the place of one it may have. One that is not failed stays as it is. @returns `duplicate`, and
     * changes nothing, for a failed sample when there is another.
     */
    retry(
      site: OwnedMicrosite,
      approval: QuotaApproved,
      at: Date,
      replacement: Replacement | null = null,
    ): Promise<QuotaOutcome> {
      const anew = replacement && {
        step: 1,
        progress: 0,
        stepDetail: null,
        ...columnsOf(replacement),
        segments: null,
        transcriptInfo: null,
        transcript: null,
      }
      const uncounted = and(
        eq(microsites.id, site.id),
        eq(microsites.status, 'processing'),
        isNull(microsites.quotaPeriod),
        eq(microsites.sample, false),
      )
      const key = { ...pick(approval), kind: 'microsites' as const }
      return counted(
        db.batch((tx) => [
          tx
            .update(microsites)
            .set({ ...anew, status: 'processing', ...NO_FAILURE, updatedAt: stamp(at) })
            .where(and(eq(microsites.id, site.id), eq(microsites.status, 'failed'))),
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
        ]),
      )
    },
  }
}
export type MicrositesRepo = ReturnType<typeof createMicrositesRepo>

function columnsOf({ transcript, recapLanguage }: Replacement) {
  return { transcriptRequest: transcript, ...(recapLanguage !== undefined && { recapLanguage }) }
}

function pick({ userId, period }: QuotaApproved) {
  return { userId, period }
}
