import { and, eq, lt } from 'drizzle-orm'
import type { Database } from '../db/database.ts'

/** Microsites that were begun and have no recording yet. */
export function createAwaitedSites(db: Database) {
  const { microsites } = db.schema
  return {
    /** How many of a user wait for their recording. */
    countAwaiting: (userId: string): Promise<number> =>
      db.$count(microsites, and(eq(microsites.userId, userId), eq(microsites.awaiting, true))),

    /** Removes a microsite whose recording has not arrived, with its links. @returns whether there was one. */
    async removeAwaiting(userId: string, id: string): Promise<boolean> {
      const removed = await db
        .delete(microsites)
        .where(and(eq(microsites.id, id), eq(microsites.userId, userId), eq(microsites.awaiting, true)))
        .returning({ id: microsites.id })
      return removed.length > 0
    },

    /** Those that were begun before a time and have no recording yet. */
    listAwaitingBefore: (time: Date): Promise<{ id: string; userId: string }[]> =>
      db
        .select({ id: microsites.id, userId: microsites.userId })
        .from(microsites)
        .where(and(eq(microsites.awaiting, true), lt(microsites.createdAt, time))),

    /** True when any user's microsite has the id. */
    hasId: async (id: string): Promise<boolean> => (await db.$count(microsites, eq(microsites.id, id))) > 0,
  }
}
