import { and, desc, eq, isNull, lt } from 'drizzle-orm'
import type { Database } from '../db/database.ts'
import type { DeletionRow } from '../db/schema.ts'

export type DeletionsRepo = ReturnType<typeof createDeletionsRepo>

/** What is registered of a deletion: its id, when, how many files there were, and their digest. */
export interface NewDeletion {
  id: string
  at: Date
  objects: number
  digest: string
}

/** Deletions of microsites: begun in the write that removes the rows (microsites-repo.ts), finished when the files are gone. */
export function createDeletionsRepo(db: Database) {
  const { deletions } = db.schema
  return {
    /** Those whose files remain to be removed. */
    listUnfinished(): Promise<DeletionRow[]> {
      return db.select().from(deletions).where(isNull(deletions.finishedAt))
    },

    async finish(id: string, at: Date): Promise<void> {
      await db
        .update(deletions)
        .set({ sourceKey: null, finishedAt: at })
        .where(and(eq(deletions.id, id), isNull(deletions.finishedAt)))
    },

    /** A user's, the newest first. */
    listOf(userId: string): Promise<DeletionRow[]> {
      return db.select().from(deletions).where(eq(deletions.userId, userId)).orderBy(desc(deletions.deletedAt))
    },

    async removeOf(userId: string): Promise<void> {
      await db.delete(deletions).where(eq(deletions.userId, userId))
    },

    async removeFinishedBefore(time: Date): Promise<void> {
      await db.delete(deletions).where(lt(deletions.finishedAt, time))
    },
  }
}
