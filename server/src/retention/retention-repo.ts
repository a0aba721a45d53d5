import { and, eq, exists, inArray, isNotNull, isNull, lt, ne, notExists, or, sql } from 'drizzle-orm'
import type { KeptPart, Retention } from '@callfolio/shared/contract/retention.ts'
import type { Database } from '../db/database.ts'
import { createRetentionWarnings, type AgeingPart } from './retention-warnings-repo.ts'

export type RetentionRepo = ReturnType<typeof createRetentionRepo>

/** The parts that are deleted while the page stays. */
export type EndedPart = Exclude<KeptPart, 'page'>

const FOR_GOOD: Retention = { media_days: null, transcript_days: null, page_days: null }

/** Users' retention periods, pins and warnings. */
export function createRetentionRepo(db: Database) {
  const { retentions, retentionPins, retentionSteps, microsites, micrositeDocuments: documents } = db.schema

  const ofUser = (userId: string) =>
    db.keeping(db.select({ id: microsites.id }).from(microsites).where(eq(microsites.userId, userId)))

  const lines = and(isNotNull(documents.segments), ne(documents.segments, []))
  const text = db
    .select({ one: sql`1` })
    .from(documents)
    .where(and(eq(documents.micrositeId, microsites.id), or(isNotNull(documents.transcript), lines)))

  /**
   * A captions-only microsite has no recording, and a silent call has no transcript; a failed microsite may have its
   * sources.
   */
  const isThere = {
    media: and(isNull(microsites.mediaRemovedAt), or(isNotNull(microsites.sourceKey), isNotNull(microsites.videoUrl))),
    transcript: and(isNull(microsites.transcriptRemovedAt), or(eq(microsites.status, 'failed'), exists(text))),
    page: undefined,
  }

  return {
    ...createRetentionWarnings(db),

    async find(userId: string): Promise<Retention> {
      const [row] = await db.select().from(retentions).where(eq(retentions.userId, userId))
      if (row === undefined) return FOR_GOOD
      return { media_days: row.mediaDays, transcript_days: row.transcriptDays, page_days: row.pageDays }
    },

    /** Discards warnings that no deletion followed, so that each item is announced again. */
    async set(userId: string, retention: Retention, at: Date): Promise<void> {
      const { media_days: mediaDays, transcript_days: transcriptDays, page_days: pageDays } = retention
      const change = { mediaDays, transcriptDays, pageDays, updatedAt: at }
      await db.batch((tx) => [
        tx
          .insert(retentions)
          .values({ userId, ...change })
          .onConflictDoUpdate({ target: retentions.userId, set: change }),
        tx
          .delete(retentionSteps)
          .where(and(inArray(retentionSteps.micrositeId, ofUser(userId)), isNull(retentionSteps.doneAt))),
      ])
    },

    /** Users with any retention period. */
    async listUsers(): Promise<string[]> {
      const rows = await db.select({ userId: retentions.userId }).from(retentions)
      return rows.map(({ userId }) => userId)
    },

    /** A user's finished, unpinned microsites created before a timestamp that still have a part. */
    listAgeing(userId: string, part: KeptPart, before: Date): Promise<AgeingPart[]> {
      return db
        .select({
          micrositeId: microsites.id,
          title: microsites.title,
          createdAt: microsites.createdAt,
          warnedAt: retentionSteps.warnedAt,
        })
        .from(microsites)
        .leftJoin(retentionSteps, and(eq(retentionSteps.micrositeId, microsites.id), eq(retentionSteps.part, part)))
        .leftJoin(retentionPins, eq(retentionPins.micrositeId, microsites.id))
        .where(
          and(
            eq(microsites.userId, userId),
            inArray(microsites.status, ['active', 'failed']),
            eq(microsites.replacing, false),
            lt(microsites.createdAt, before),
            isNull(retentionPins.micrositeId),
            isThere[part],
          ),
        )
        .orderBy(microsites.createdAt)
    },

    /** Microsites whose page has already lost a part, while its files may remain. */
    async listUnfinished(part: EndedPart): Promise<{ userId: string; micrositeId: string }[]> {
      const done = db
        .select({ one: sql`1` })
        .from(retentionSteps)
        .where(
          and(
            eq(retentionSteps.micrositeId, microsites.id),
            eq(retentionSteps.part, part),
            isNotNull(retentionSteps.doneAt),
          ),
        )
      return db
        .select({ userId: microsites.userId, micrositeId: microsites.id })
        .from(microsites)
        .where(
          and(
            isNotNull(part === 'media' ? microsites.mediaRemovedAt : microsites.transcriptRemovedAt),
            notExists(done),
          ),
        )
    },

    /** Marks a part's files as deleted. */
    async finish(micrositeId: string, part: EndedPart, at: Date): Promise<void> {
      await db
        .insert(retentionSteps)
        .values({ micrositeId, part, warnedAt: at, doneAt: at })
        .onConflictDoUpdate({ target: [retentionSteps.micrositeId, retentionSteps.part], set: { doneAt: at } })
    },
  }
}
