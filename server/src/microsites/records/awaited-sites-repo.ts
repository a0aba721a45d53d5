import { and, eq, inArray, lt, type SQL } from 'drizzle-orm'
import type { Database } from '../../db/database.ts'
import { recordEvent } from '../../db/events.ts'
import type { JobFailure } from '../../jobs/handler.ts'
import { importedKey } from '../../storage/keys.ts'
import { deletionRow, type NewDeletion } from './deletions-repo.ts'
import { createMicrositeTables } from './microsite-tables-repo.ts'

/** Microsites that were begun and have no recording yet. */
export function createAwaitedSites(db: Database) {
  const { microsites, deletions, uploads } = db.schema
  const { updateRow } = createMicrositeTables(db)

  const awaited = (userId: string, id: string, status: 'processing' | 'failed'): SQL | undefined =>
    and(
      eq(microsites.id, id),
      eq(microsites.userId, userId),
      eq(microsites.awaiting, true),
      eq(microsites.status, status),
    )

  return {
    /**
     * Ends the wait for a recording that can't be sent: the microsite fails, and resumes if its recording arrives after
     * all. It counts toward no limit before or after. A microsite that has its recording is unchanged.
     */
    async failAwaiting(userId: string, id: string, { code, message }: JobFailure, at: Date): Promise<void> {
      await db.writeThen(
        (tx) =>
          updateRow(tx, awaited(userId, id, 'processing'), {
            status: 'failed',
            errorMessage: message,
            failureCode: code,
            updatedAt: at,
          }),
        (tx, failed) => failed.flatMap((ids) => recordEvent(tx, db.schema, { kind: 'microsite.failed', ...ids }, at)),
      )
    },

    /** Makes a microsite that failed that way wait for its recording again. */
    async awaitAgain(userId: string, id: string, at: Date): Promise<void> {
      await updateRow(db, awaited(userId, id, 'failed'), {
        status: 'processing',
        errorMessage: null,
        failureCode: null,
        updatedAt: at,
      })
    },

    /** How many of a user's microsites wait for their recording. */
    countAwaiting: (userId: string): Promise<number> =>
      db.$count(microsites, and(eq(microsites.userId, userId), eq(microsites.awaiting, true))),

    /**
     * Removes a microsite whose recording has not arrived, with its links, and records that its files have to be
     * removed.
     * @returns whether there was one.
     */
    async removeAwaiting(userId: string, id: string, deletion: NewDeletion): Promise<boolean> {
      const removed = await db.writeThen(
        (tx) =>
          tx
            .delete(microsites)
            .where(and(eq(microsites.id, id), eq(microsites.userId, userId), eq(microsites.awaiting, true)))
            .returning({ id: microsites.id }),
        (tx) => [
          tx.insert(deletions).values(deletionRow({ id, userId, sourceKey: null }, 0, deletion)),
          tx.delete(uploads).where(eq(uploads.key, importedKey(userId, id))),
        ],
      )
      return removed.length > 0
    },

    /** Microsites begun before a given time that have no recording yet. */
    listAwaitingBefore: (time: Date): Promise<{ id: string; userId: string }[]> =>
      db
        .select({ id: microsites.id, userId: microsites.userId })
        .from(microsites)
        .where(and(eq(microsites.awaiting, true), lt(microsites.createdAt, time))),

    /** Those of the given ids that belong to a microsite. */
    async existing(ids: readonly string[]): Promise<ReadonlySet<string>> {
      if (ids.length === 0) return new Set()
      const rows = await db
        .select({ id: microsites.id })
        .from(microsites)
        .where(inArray(microsites.id, [...ids]))
      return new Set(rows.map(({ id }) => id))
    },

    /** True when any user's microsite has the id. */
    hasId: async (id: string): Promise<boolean> => (await db.$count(microsites, eq(microsites.id, id))) > 0,
  }
}
