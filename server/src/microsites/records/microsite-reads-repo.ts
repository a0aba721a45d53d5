import { and, desc, eq, gte, inArray, isNull, or, type SQL } from 'drizzle-orm'
import type { QuotaApproved } from '../../billing/approve-microsite.ts'
import type { Database } from '../../db/database.ts'
import type { MicrositeRow } from '../../db/schema.ts'
import { createMicrositeTables } from './microsite-tables-repo.ts'
import { createMicrositeTags } from './microsite-tags-repo.ts'
import type { OwnedMicrosite } from './microsite.ts'
import { isWorkedOn, WORKING } from './work-repo.ts'

/** Maximum calls of a user that can share a company with a new one. */
const MOST_TITLES = 500

/** Reads microsites: of their owner, of anyone for a worker, and what is known of many. */
export function createMicrositeReads(db: Database) {
  const { microsites, micrositeDocuments, micrositeCounters, quotas } = db.schema
  const tagged = createMicrositeTags(db)
  const { columns } = createMicrositeTables(db)
  const working = isWorkedOn(db)

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

  return {
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

    /** For the worker, which acts for no user. */
    findForProcessing: (id: string) => read(eq(microsites.id, id)),

    /** Like `findForProcessing`, but null when no work is left. */
    findWorking: (id: string) => read(and(eq(microsites.id, id), working)),

    /** Whether an object is the video or the poster of one of a user's microsites. */
    async findMedia(userId: string, key: string): Promise<Pick<MicrositeRow, 'durationMs'> | null> {
      const [row] = await db
        .select({ durationMs: microsites.durationMs })
        .from(microsites)
        .where(and(eq(microsites.userId, userId), or(eq(microsites.videoUrl, key), eq(microsites.posterKey, key))))
      return row ?? null
    },

    /** Whether a user's microsite exists and no redaction of it is pending. */
    async mayShowFiles(userId: string, id: string): Promise<boolean> {
      const shown = and(eq(microsites.id, id), eq(microsites.userId, userId), isNull(microsites.redacting))
      return (await db.$count(microsites, shown)) > 0
    },

    /** True when an upload is in use. */
    async usesUpload(key: string): Promise<boolean> {
      return (await db.$count(microsites, or(eq(microsites.sourceKey, key), eq(microsites.videoUrl, key)))) > 0
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
  }
}
