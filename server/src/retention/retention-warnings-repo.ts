import { and, eq, isNull } from 'drizzle-orm'
import type { KeptPart } from '@callfolio/shared/contract/retention.ts'
import type { Database } from '../db/database.ts'
import { recordEvent } from '../db/events.ts'

/** A part of a microsite that is due for deletion, and when its owner was notified; null: not yet. */
export interface AgeingPart {
  micrositeId: string
  title: string
  createdAt: Date
  warnedAt: Date | null
}

/** Databases limit the parameters of a statement, SQLite to 32,766. */
const WARNINGS_AT_ONCE = 500

/** Warnings before something is deleted, and the pins that prevent it. */
export function createRetentionWarnings(db: Database) {
  const { retentions, retentionPins, retentionSteps, microsites } = db.schema
  return {
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
    async getWarnings(micrositeId: string): Promise<Map<KeptPart, Date>> {
      const rows = await db
        .select()
        .from(retentionSteps)
        .where(and(eq(retentionSteps.micrositeId, micrositeId), isNull(retentionSteps.doneAt)))
      return new Map(rows.map(({ part, warnedAt }) => [part, warnedAt]))
    },
  }
}
