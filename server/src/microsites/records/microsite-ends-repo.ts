import { and, eq, exists, isNull, sql } from 'drizzle-orm'
import type { QuotaApproved } from '../../billing/approve-microsite.ts'
import type { Database } from '../../db/database.ts'
import { recordEvent } from '../../db/events.ts'
import { lowerQuota } from '../../db/quota.ts'
import type { JobFailure } from '../../jobs/handler.ts'
import { importedKey } from '../../storage/keys.ts'
import { createSearchRepo } from '../search/search-repo.ts'
import { deletionRow, type NewDeletion } from './deletions-repo.ts'
import { createMicrositeTables, FIRST_STEP, NO_FAILURE } from './microsite-tables-repo.ts'
import { createMicrositeCounter } from './microsite-counter-repo.ts'
import type { OwnedMicrosite, QuotaOutcome } from './microsite.ts'
import { getColumns, type Replacement } from './replacement.ts'
import { isWorkedOn } from './work-repo.ts'

/** Ends microsites and frees their place in the month: failed ones, which can be retried, and removed ones. */
export function createMicrositeEnds(db: Database) {
  const { microsites, shareableLinks, deletions, uploads } = db.schema
  const search = createSearchRepo(db)
  const { updateRow, updateBeside, changeIf, stamp } = createMicrositeTables(db)
  const { counted, countedIn, raise } = createMicrositeCounter(db)
  const working = isWorkedOn(db)

  return {
    /**
     * Marks a microsite as failed and frees its place in the month; if its content was only to be replaced, it is
     * unchanged, with the reason. A second call changes nothing.
     */
    async fail(id: string, { code, message }: JobFailure, at: Date): Promise<void> {
      const change = { errorMessage: message, failureCode: code, updatedAt: stamp(at) }
      const isWorking = (replacing: boolean) => and(eq(microsites.id, id), working, eq(microsites.replacing, replacing))
      const kept = await changeIf(
        (tx) => updateRow(tx, isWorking(true), { ...change, status: 'active', replacing: false }),
        (tx) => updateBeside(tx, id, { document: {}, counters: { step: 6, progress: 1, stepDetail: null } }),
      )
      if (kept) return
      // The first write locks the row, so that only one of two concurrent calls frees the place.
      await changeIf(
        (tx) => updateRow(tx, isWorking(false), { ...change, status: 'failed' }),
        (tx, failed) => [
          lowerQuota(tx, db.schema, countedIn(tx, id)),
          tx.update(microsites).set({ quotaPeriod: null }).where(eq(microsites.id, id)),
          ...failed.flatMap((ids) => recordEvent(tx, db.schema, { kind: 'microsite.failed', ...ids }, at)),
        ],
      )
    },

    /**
     * Retries a failed microsite, counted again (a sample counts for nothing); a request restarts it from the
     * beginning, and its transcript replaces an existing one. Changes nothing unless it has failed. @returns
     * `duplicate`, and changes nothing, for a failed sample when there is another.
     */
    retry(
      site: OwnedMicrosite,
      approval: QuotaApproved,
      at: Date,
      replacement: Replacement | null = null,
    ): Promise<QuotaOutcome> {
      const { id } = site
      const cleared = { segments: null, transcriptInfo: null, transcript: null }
      const uncounted = and(eq(microsites.id, id), isNull(microsites.quotaPeriod), eq(microsites.sample, false))
      const change = { ...(replacement && getColumns(replacement)), status: 'processing' as const, ...NO_FAILURE }
      return counted(
        changeIf(
          (tx) =>
            updateRow(tx, and(eq(microsites.id, id), eq(microsites.status, 'failed'), eq(microsites.awaiting, false)), {
              ...change,
              updatedAt: stamp(at),
            }),
          (tx) => [
            ...(replacement
              ? [
                  ...updateBeside(tx, id, { document: cleared, counters: FIRST_STEP }),
                  ...search.replace(tx, id, search.prepare(site.userId, { segments: null })),
                ]
              : []),
            ...raise(
              tx,
              approval,
              exists(
                tx
                  .select({ one: sql`1` })
                  .from(microsites)
                  .where(uncounted),
              ),
            ),
            tx.update(microsites).set({ quotaPeriod: approval.period }).where(uncounted),
          ],
        ),
      )
    },

    /**
     * Removes a microsite with its links and the record of its upload, and frees its place in the month. The same write
     * records its deletion, as its files remain to be removed.
     * @returns how many links there were.
     */
    async remove(site: OwnedMicrosite, deletion: NewDeletion): Promise<number> {
      const { id, userId, sourceKey } = site
      const links = await db.$count(shareableLinks, eq(shareableLinks.micrositeId, id))
      // The first write locks the row, so that only one of two concurrent calls frees the place.
      await changeIf(
        (tx) => updateRow(tx, eq(microsites.id, id)),
        (tx) => [
          lowerQuota(tx, db.schema, countedIn(tx, id)),
          tx.delete(microsites).where(eq(microsites.id, id)),
          tx.insert(deletions).values(deletionRow(site, links, deletion)),
          // The upload can't become another microsite.
          ...(sourceKey === null ? [] : [tx.delete(uploads).where(eq(uploads.key, sourceKey))]),
          tx.delete(uploads).where(eq(uploads.key, importedKey(userId, id))),
        ],
      )
      return links
    },
  }
}
