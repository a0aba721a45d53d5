import { and, eq } from 'drizzle-orm'
import type { QuotaApproved } from '../../billing/approve-microsite.ts'
import type { Database } from '../../db/database.ts'
import { createSearchRepo } from '../search/search-repo.ts'
import { createMicrositeTables, NO_FAILURE } from './microsite-tables-repo.ts'
import { createMicrositeCounter } from './microsite-counter-repo.ts'
import type { OwnedMicrosite, NewMicrosite, QuotaOutcome } from './microsite.ts'

const WAITS_FOR_MODEL = 'waiting for the speech model'

/** Makes microsites, counted in the same write. */
export function createMicrositeCreation(db: Database) {
  const { microsites, micrositeDocuments, micrositeCounters } = db.schema
  const search = createSearchRepo(db)
  const { updateRow, updateBeside, changeIf } = createMicrositeTables(db)
  const { counted, raise } = createMicrositeCounter(db)

  return {
    /**
     * @returns `duplicate` when a microsite of this upload, or the user's sample call, exists already. Not counted
     * without an approval.
     */
    async insert(
      { chapters = null, participants = null, ...site }: NewMicrosite,
      approval: QuotaApproved | null,
    ): Promise<QuotaOutcome> {
      const createdAt = new Date()
      const row = {
        ...site,
        createdAt,
        videoUrl: site.sourceKey,
        status: 'processing' as const,
        quotaPeriod: approval?.period ?? null,
      }
      const indexed = search.prepare(site.userId, site)
      const batch = db.batch((tx) => [
        ...(approval ? raise(tx, approval) : []),
        tx.insert(microsites).values(row),
        tx.insert(micrositeDocuments).values({ micrositeId: site.id, chapters, participants }),
        tx.insert(micrositeCounters).values({
          micrositeId: site.id,
          userId: site.userId,
          createdAt,
          ...(site.awaiting && { stepDetail: 'the recording is uploading' }),
          ...(site.untilModel === 'wait' && { stepDetail: WAITS_FOR_MODEL }),
        }),
        ...search.add(tx, site.id, indexed),
      ])
      return counted(batch)
    },

    /**
     * Gives a begun microsite its recording, and counts it: a worker may start after this.
     * @param begun as it was read. @returns `changed`, and writes nothing, when it was changed or removed since.
     */
    async attach(
      begun: OwnedMicrosite,
      site: NewMicrosite,
      approval: QuotaApproved,
    ): Promise<QuotaOutcome | 'changed'> {
      const { id, userId } = begun
      const unchanged = and(
        eq(microsites.id, id),
        eq(microsites.awaiting, true),
        eq(microsites.updatedAt, begun.updatedAt),
      )
      // Keeps what its owner wrote before the recording arrived.
      const texts = {
        ...(begun.titleSource !== 'typed' && { title: site.title, titleSource: site.titleSource }),
        ...(begun.description === null && { description: site.description }),
      }
      const {
        sourceKey,
        language,
        recapLanguage,
        callDate,
        consentAt,
        untilModel = null,
        chapters = null,
        participants = null,
      } = site
      const change = {
        sourceKey,
        videoUrl: sourceKey,
        language,
        recapLanguage,
        ...(begun.callDate === null && { callDate }),
        consentAt,
        untilModel,
        ...texts,
        awaiting: false,
        status: 'processing' as const,
        ...NO_FAILURE,
      }
      const stepDetail = untilModel === 'wait' ? WAITS_FOR_MODEL : null
      const indexed = search.prepare(userId, texts, begun)
      let attached = false
      const outcome = await counted(
        changeIf(
          (tx) => updateRow(tx, unchanged, { ...change, quotaPeriod: approval.period }),
          (tx) => [
            ...raise(tx, approval),
            ...search.replace(tx, id, indexed),
            ...updateBeside(tx, id, { document: { chapters, participants }, counters: { stepDetail } }),
          ],
        ).then((held) => (attached = held)),
      )
      return outcome === 'done' && !attached ? 'changed' : outcome
    },
  }
}
