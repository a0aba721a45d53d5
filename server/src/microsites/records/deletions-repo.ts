import { and, desc, eq, isNull, lt } from 'drizzle-orm'
import type { KeptPart } from '@callfolio/shared/contract/retention.ts'
import type { Database } from '../../db/database.ts'
import type { DeletionRow, MicrositeRow } from '../../db/schema.ts'

export type DeletionsRepo = ReturnType<typeof createDeletionsRepo>

/** The record of a deletion: its id, time, number of files, and their digest. */
export interface NewDeletion {
  id: string
  at: Date
  objects: number
  digest: string
}

/** The record of a removed part of a page that stays. */
export interface NewPartDeletion extends NewDeletion {
  part: Exclude<KeptPart, 'page'>
}

/** The record of a deletion, written with the change itself. @param links how many were deleted with it. */
export function deletionRow(
  { id, userId, sourceKey }: Pick<MicrositeRow, 'id' | 'userId' | 'sourceKey'>,
  links: number,
  { at, ...facts }: NewDeletion | NewPartDeletion,
) {
  return { userId, micrositeId: id, sourceKey, links, ...facts, deletedAt: at }
}

/**
 * Deletions of microsites and of their parts: begun in the write that changes the rows (microsites-repo.ts), finished
 * when the files are gone.
 */
export function createDeletionsRepo(db: Database) {
  const { deletions } = db.schema
  return {
    /** Deletions whose files have yet to be removed. */
    listUnfinished(): Promise<DeletionRow[]> {
      return db.select().from(deletions).where(isNull(deletions.finishedAt))
    },

    async finish(id: string, at: Date): Promise<void> {
      await db
        .update(deletions)
        .set({ sourceKey: null, finishedAt: at })
        .where(and(eq(deletions.id, id), isNull(deletions.finishedAt)))
    },

    async finishPart(micrositeId: string, part: NewPartDeletion['part'], at: Date): Promise<void> {
      await db
        .update(deletions)
        .set({ finishedAt: at })
        .where(and(eq(deletions.micrositeId, micrositeId), eq(deletions.part, part), isNull(deletions.finishedAt)))
    },

    /** A user's deletions, newest first. */
    getList(userId: string): Promise<DeletionRow[]> {
      return db.select().from(deletions).where(eq(deletions.userId, userId)).orderBy(desc(deletions.deletedAt))
    },

    async removeFor(userId: string): Promise<void> {
      await db.delete(deletions).where(eq(deletions.userId, userId))
    },

    async removeFinishedBefore(time: Date): Promise<void> {
      await db.delete(deletions).where(lt(deletions.finishedAt, time))
    },
  }
}
