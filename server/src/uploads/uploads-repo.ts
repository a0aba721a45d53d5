import { and, eq, isNotNull, isNull, lt } from 'drizzle-orm'
import type { Database } from '../db/database.ts'
import type { UploadRow } from '../db/schema.ts'

export type NewUpload = Pick<UploadRow, 'key' | 'userId' | 'filename' | 'filetype' | 'createdAt'>

/** The register of uploads: whose each is, and whether it was found whole and good. */
export function createUploadsRepo(db: Database) {
  const { uploads } = db.schema
  return {
    /** @returns false when the key is taken. */
    async insert(upload: NewUpload): Promise<boolean> {
      const inserted = await db.insert(uploads).values(upload).onConflictDoNothing().returning({ key: uploads.key })
      return inserted.length === 1
    },

    async findOwned(userId: string, key: string): Promise<UploadRow | null> {
      const [row] = await db.select().from(uploads).where(and(eq(uploads.key, key), eq(uploads.userId, userId)))
      return row ?? null
    },

    /** The first time stays. */
    async markCompleted(key: string, at: Date): Promise<void> {
      await db.update(uploads).set({ completedAt: at }).where(and(eq(uploads.key, key), isNull(uploads.completedAt)))
    },

    async remove(key: string): Promise<void> {
      await db.delete(uploads).where(eq(uploads.key, key))
    },

    /** Keys of all uploads of a user. */
    async listOf(userId: string): Promise<string[]> {
      const rows = await db.select({ key: uploads.key }).from(uploads).where(eq(uploads.userId, userId))
      return rows.map((row) => row.key)
    },

    /** Keys of uploads that were begun before a time and never finished. */
    async listUnfinishedBefore(time: Date): Promise<string[]> {
      const rows = await db.select({ key: uploads.key }).from(uploads).where(and(isNull(uploads.completedAt), lt(uploads.createdAt, time)))
      return rows.map((row) => row.key)
    },

    /** Keys of uploads that were finished before a time. */
    async listCompletedBefore(time: Date): Promise<string[]> {
      const rows = await db.select({ key: uploads.key }).from(uploads).where(and(isNotNull(uploads.completedAt), lt(uploads.completedAt, time)))
      return rows.map((row) => row.key)
    },
  }
}
export type UploadsRepo = ReturnType<typeof createUploadsRepo>
