import { and, eq, isNotNull, isNull, lt, notLike, or, sql } from 'drizzle-orm'
import type { Database } from '../db/database.ts'
import type { UploadRow } from '../db/schema.ts'
import { IMPORTED, ownsUpload } from '../storage/keys.ts'
import { createUploadUsage } from './upload-usage-repo.ts'

export type NewUpload = Pick<UploadRow, 'key' | 'userId' | 'filename' | 'filetype' | 'createdAt'> &
  Partial<Pick<UploadRow, 'size' | 'speechHints' | 'speechAt'>>

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
    ...createUploadUsage(db),

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

    async remove(key: string): Promise<void> {
      await db.delete(uploads).where(eq(uploads.key, key))
    },

    /** Whether a microsite uses an upload. */
    async isUsed(key: string): Promise<boolean> {
      return (await db.$count(uploads, and(eq(uploads.key, key), ...unused))) === 0
    },

    /** Keys of all uploads of a user. */
    async getList(userId: string): Promise<string[]> {
      const rows = await db.select({ key: uploads.key }).from(uploads).where(eq(uploads.userId, userId))
      return rows.map((row) => row.key)
    },

    /** Keys of a user's complete uploads without a microsite, excluding what microsites store in their own folders. */
    async listUnusedFor(userId: string): Promise<string[]> {
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
