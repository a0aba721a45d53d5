import { and, eq, exists, inArray, isNotNull, isNull, lt, ne, notExists, or, sql } from 'drizzle-orm'
import type { KeptPart, Retention } from '@callfolio/shared/contract/retention.ts'
import type { Database } from '../db/database.ts'
import { recordEvent } from '../db/events.ts'

export type RetentionRepo = ReturnType<typeof createRetentionRepo>

/** A part of a microsite that is due for deletion, and when its owner was notified; null: not yet. */
export interface AgeingPart {
  micrositeId: string
  title: string
  createdAt: Date
  warnedAt: Date | null
}

/** The parts that are deleted while the page stays. */
export type EndedPart = Exclude<KeptPart, 'page'>

const FOR_GOOD: Retention = { media_days: null, transcript_days: null, page_days: null }
/** Databases limit the parameters of a statement, SQLite to 32,766. */
const WARNINGS_AT_ONCE = 500

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

    /** Records the warnings for a user, and queues the email. */
    async warn(userId: string, parts: readonly { micrositeId: string; part: KeptPart }[], at: Date): Promise<void> {
      for (let from = 0; from < parts.length; from += WARNINGS_AT_ONCE) {
        const some = parts.slice(from, from + WARNINGS_AT_ONCE).map((part) => ({ ...part, warnedAt: at }))
        await db.batch((tx) => [
          tx.insert(retentionSteps).values(some).onConflictDoNothing(),
          ...(from === 0 ? recordEvent(tx, db.schema, { kind: 'retention.warned', userId }, at) : []),
        ])
      }
    },

    /** The warnings a user got at a timestamp. */
    listWarned(userId: string, at: Date): Promise<(AgeingPart & { part: KeptPart })[]> {
      return db
        .select({
          micrositeId: microsites.id,
          title: microsites.title,
          createdAt: microsites.createdAt,
          warnedAt: retentionSteps.warnedAt,
          part: retentionSteps.part,
        })
        .from(retentionSteps)
        .innerJoin(microsites, eq(microsites.id, retentionSteps.micrositeId))
        .where(and(eq(microsites.userId, userId), eq(retentionSteps.warnedAt, at), isNull(retentionSteps.doneAt)))
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

    /** The values that a page's deletion date is computed from; null: it is kept, or does not exist. */
    async findPageAge(micrositeId: string): Promise<{ createdAt: Date; days: number; warnedAt: Date | null } | null> {
      const { createdAt } = microsites
      const [row] = await db
        .select({ createdAt, days: retentions.pageDays, warnedAt: retentionSteps.warnedAt })
        .from(microsites)
        .innerJoin(retentions, eq(retentions.userId, microsites.userId))
        .leftJoin(retentionSteps, and(eq(retentionSteps.micrositeId, microsites.id), eq(retentionSteps.part, 'page')))
        .leftJoin(retentionPins, eq(retentionPins.micrositeId, microsites.id))
        .where(and(eq(microsites.id, micrositeId), isNull(retentionPins.micrositeId)))
      return row === undefined || row.days === null ? null : { ...row, days: row.days }
    },

    async isPinned(micrositeId: string): Promise<boolean> {
      return (await db.$count(retentionPins, eq(retentionPins.micrositeId, micrositeId))) > 0
    },

    /** Unpinning a microsite restarts its warnings before anything is deleted. */
    async pin(micrositeId: string, pinned: boolean, at: Date): Promise<void> {
      await db.batch((tx) => [
        pinned
          ? tx.insert(retentionPins).values({ micrositeId, createdAt: at }).onConflictDoNothing()
          : tx.delete(retentionPins).where(eq(retentionPins.micrositeId, micrositeId)),
        tx
          .delete(retentionSteps)
          .where(and(eq(retentionSteps.micrositeId, micrositeId), isNull(retentionSteps.doneAt))),
      ])
    },

    /** When the owner was warned of each remaining part. */
    async warningsOf(micrositeId: string): Promise<Map<KeptPart, Date>> {
      const rows = await db
        .select()
        .from(retentionSteps)
        .where(and(eq(retentionSteps.micrositeId, micrositeId), isNull(retentionSteps.doneAt)))
      return new Map(rows.map(({ part, warnedAt }) => [part, warnedAt]))
    },
  }
}
