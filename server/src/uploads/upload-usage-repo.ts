import { and, eq, inArray, isNotNull, isNull, sql } from 'drizzle-orm'
import type { Database } from '../db/database.ts'
import { raiseQuota } from '../db/quota.ts'
import { isQuotaExceeded } from '../db/refusals.ts'
import type { UploadRow } from '../db/schema.ts'

/** An entry that counts toward a user's stored bytes. */
export interface StoredBytes {
  key: string
  bytes: number
}

/** What uploads count with: stored bytes, and parts transcribed while they arrive. */
export function createUploadUsage(db: Database) {
  const { uploads } = db.schema
  return {
    /** An incomplete upload that is transcribed while it arrives. */
    async findTranscribed(key: string): Promise<(UploadRow & { speechAt: Date }) | null> {
      const [row] = await db
        .select()
        .from(uploads)
        .where(and(eq(uploads.key, key), isNull(uploads.completedAt)))
      const { speechAt = null } = row ?? {}
      return row && speechAt !== null ? { ...row, speechAt } : null
    },

    /**
     * Sets when and from how many bytes the next part is transcribed; null: no further part. Doesn't restart one that
     * was ended.
     */
    async planSpeech(key: string, next: { at: Date; bytes: number } | null): Promise<void> {
      await db
        .update(uploads)
        .set(next === null ? { speechAt: null } : { speechAt: next.at, speechAtBytes: next.bytes })
        .where(and(eq(uploads.key, key), isNotNull(uploads.speechAt)))
    },

    /** Counts a part toward a month. @returns false when the limit is reached. */
    async countSpeechPart(
      { userId, period }: { userId: string; period: string },
      limit: number | null,
    ): Promise<boolean> {
      try {
        await db.batch((tx) => raiseQuota(tx, db.schema, { userId, kind: 'speech_parts', period }, limit))
        return true
      } catch (error) {
        if (isQuotaExceeded(error)) return false
        throw error
      }
    },

    /**
     * A user's upload usage: the bytes of all, with `unknownBytes` for an open one of unknown length, and the number of
     * open ones.
     */
    async getUsage(userId: string, unknownBytes: number): Promise<{ bytes: number; open: number }> {
      const [row] = await db
        .select({
          known: sql`coalesce(sum(${uploads.size}), 0)`.mapWith(Number),
          open: sql`count(case when ${uploads.completedAt} is null then 1 end)`.mapWith(Number),
          unknown: sql`count(case when ${uploads.completedAt} is null and ${uploads.size} is null then 1 end)`.mapWith(
            Number,
          ),
        })
        .from(uploads)
        .where(eq(uploads.userId, userId))
      const { known = 0, open = 0, unknown = 0 } = row ?? {}
      return { bytes: known + unknown * unknownBytes, open }
    },

    /** The bytes these uploads of a user count with. */
    async getBytes(userId: string, keys: readonly string[]): Promise<number> {
      const [row] = await db
        .select({ bytes: sql`coalesce(sum(${uploads.size}), 0)`.mapWith(Number) })
        .from(uploads)
        .where(and(eq(uploads.userId, userId), inArray(uploads.key, [...keys])))
      return row?.bytes ?? 0
    },

    /** Counts bytes stored without an upload like a finished one; the latest size applies. */
    async count(userId: string, { key, bytes }: StoredBytes, at: Date): Promise<void> {
      const row = { key, userId, filename: null, filetype: null, size: bytes, createdAt: at, completedAt: at }
      await db
        .insert(uploads)
        .values(row)
        .onConflictDoUpdate({ target: uploads.key, set: { size: bytes } })
    },
  }
}
