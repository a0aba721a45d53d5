import { and, eq, inArray, isNotNull, sql } from 'drizzle-orm'
import type { Database } from '../../db/database.ts'
import { isFinished } from './work-repo.ts'

/** Microsites whose owners chose to wait for the speech model, or to have a draft until then. */
export function createModelWaits(db: Database) {
  const { microsites, micrositeCounters, micrositeDocuments } = db.schema
  const isMarked = and(eq(microsites.untilModel, 'draft'), isFinished(db))
  return {
    /** Turns waiting microsites into drafts. @param only this one. @returns whether one waited. */
    async endModelWaits(only?: string): Promise<boolean> {
      const rows = await db.writeThen(
        (tx) =>
          tx
            .update(microsites)
            .set({ untilModel: 'draft' })
            .where(and(eq(microsites.untilModel, 'wait'), only === undefined ? undefined : eq(microsites.id, only)))
            .returning({ id: microsites.id }),
        (tx, ended) => [
          tx
            .update(micrositeCounters)
            .set({ stepDetail: null })
            .where(
              inArray(
                micrositeCounters.micrositeId,
                ended.map(({ id }) => id),
              ),
            ),
        ],
      )
      return rows.length > 0
    },

    /** Finished ones that are to be transcribed again. @param only this one. */
    listMarkedDrafts: (only?: string): Promise<{ id: string; userId: string }[]> =>
      db
        .select({ id: microsites.id, userId: microsites.userId })
        .from(microsites)
        .where(and(isMarked, only === undefined ? undefined : eq(microsites.id, only))),

    async unmarkDraft(id: string): Promise<void> {
      await db
        .update(microsites)
        .set({ untilModel: null })
        .where(and(isMarked, eq(microsites.id, id)))
    },

    /** Marks a user's drafts that have a recording. @returns how many there are. */
    async markDrafts(userId: string): Promise<number> {
      const rows = await db
        .update(microsites)
        .set({ untilModel: 'draft' })
        .where(getDrafts(userId))
        .returning({ id: microsites.id })
      return rows.length
    },

    countDrafts: (userId: string): Promise<number> => db.$count(microsites, getDrafts(userId)),
  }

  function getDrafts(userId: string) {
    const drafts = db
      .select({ id: micrositeDocuments.micrositeId })
      .from(micrositeDocuments)
      .innerJoin(microsites, eq(microsites.id, micrositeDocuments.micrositeId))
      .where(and(eq(microsites.userId, userId), isDraft()))
    return and(
      eq(microsites.userId, userId),
      eq(microsites.status, 'active'),
      eq(microsites.replacing, false),
      isNotNull(microsites.videoUrl),
      inArray(microsites.id, drafts),
    )
  }

  /** This program writes the JSON, in the same form in both databases. */
  function isDraft() {
    return sql`cast(${micrositeDocuments.transcriptInfo}->>'draft' as text) in ('1', 'true')`
  }
}
