import { and, eq, inArray, isNotNull, isNull, lt, notLike, or, sql } from 'drizzle-orm'
import type { Database } from '../db/database.ts'
import { raiseQuota } from '../db/quota.ts'
import { isQuotaExceeded } from '../db/refusals.ts'
import type { UploadRow } from '../db/schema.ts'
import { IMPORTED, ownsUpload } from '../storage/keys.ts'

export type NewUpload = Pick<UploadRow, 'key' | 'userId' | 'filename' | 'filetype' | 'createdAt'> &
  Partial<Pick<UploadRow, 'size' | 'speechHints' | 'speechAt'>>

/** An entry that counts toward a user's stored bytes. */
export interface StoredBytes {
  key: string
  bytes: number
}

/** The uploads table: each upload's owner, and whether it was found complete and valid. */
export function createUploadsRepo(db: Database) {
  const { uploads, microsites } = db.schema
  // Separate queries, so that each uses its own index.
  const unused = [
    ...[microsites.sourceKey, microsites.videoUrl].map(
      (column) => sql`not exists (select 1 from ${microsites} where ${column} = ${uploads.key})`,
    ),
    // An import's files besides the recording are deleted with its microsite.
    notLike(uploads.key, `%${IMPORTED}`),
  ]
  return {
    /** @returns false when the key is taken. */
    async insert(upload: NewUpload): Promise<boolean> {
      const inserted = await db.insert(uploads).values(upload).onConflictDoNothing().returning({ key: uploads.key })
      return inserted.length === 1
    },

    async findOwned(userId: string, key: string): Promise<UploadRow | null> {
      const [row] = await db
        .select()
        .from(uploads)
        .where(and(eq(uploads.key, key), eq(uploads.userId, userId)))
      return row ?? null
    },

    /** Keeps the first time. */
    async markCompleted(key: string, size: number, at: Date): Promise<void> {
      await db
        .update(uploads)
        .set({ completedAt: at, size })
        .where(and(eq(uploads.key, key), isNull(uploads.completedAt)))
    },

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

    async remove(key: string): Promise<void> {
      await db.delete(uploads).where(eq(uploads.key, key))
    },

    /**
     * A user's upload usage: the bytes of all, with `unknownBytes` for an open one of unknown length, and the number of
     * open ones.
     */
    async usageOf(userId: string, unknownBytes: number): Promise<{ bytes: number; open: number }> {
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
    async bytesOf(userId: string, keys: readonly string[]): Promise<number> {
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

    /** Whether a microsite uses an upload. */
    async isUsed(key: string): Promise<boolean> {
      return (await db.$count(uploads, and(eq(uploads.key, key), ...unused))) === 0
    },

    /** Keys of all uploads of a user. */
    async listOf(userId: string): Promise<string[]> {
      const rows = await db.select({ key: uploads.key }).from(uploads).where(eq(uploads.userId, userId))
      return rows.map((row) => row.key)
    },

    /** Keys of a user's finished uploads without a microsite, excluding what microsites store in their own folders. */
    async listUnusedOf(userId: string): Promise<string[]> {
      const rows = await db
        .select({ key: uploads.key })
        .from(uploads)
        .where(and(eq(uploads.userId, userId), isNotNull(uploads.completedAt), ...unused))
      return rows.map((row) => row.key).filter((key) => ownsUpload(userId, key))
    },

    /**
     * Keys of uploads abandoned before a time: started but never finished, or finished without a microsite. One
     * statement.
     */
    async listLeftBefore(time: Date): Promise<string[]> {
      const unfinished = and(isNull(uploads.completedAt), lt(uploads.createdAt, time))
      const rows = await db
        .select({ key: uploads.key })
        .from(uploads)
        .where(or(unfinished, and(lt(uploads.completedAt, time), ...unused)))
      return rows.map((row) => row.key)
    },
  }
}
export type UploadsRepo = ReturnType<typeof createUploadsRepo>
