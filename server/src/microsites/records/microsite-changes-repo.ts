import { and, eq, inArray, isNull } from 'drizzle-orm'
import type { Database } from '../../db/database.ts'
import { recordEvent } from '../../db/events.ts'
import type { MicrositeRow } from '../../db/schema.ts'
import type { UsedEngines } from '../../db/tables/microsites.table.ts'
import { STEP } from '@callfolio/shared/progress/steps.ts'
import { createSearchRepo } from '../search/search-repo.ts'
import { deletionRow, type NewPartDeletion } from './deletions-repo.ts'
import { createMicrositeTables, isEmpty, FIRST_STEP, NO_FAILURE } from './microsite-tables-repo.ts'
import type { OwnedMicrosite, MicrositeChange, WorkChange } from './microsite.ts'
import { getColumns, type Replacement } from './replacement.ts'
import { isFinished, isWorkedOn } from './work-repo.ts'

const BETTER = ['microsite.ready', 'microsite.transcribed_again'] as const

/** Changes microsites, and requests parts of them again. */
export function createMicrositeChanges(db: Database) {
  const { microsites, micrositeCounters, tags, micrositeTags, deletions } = db.schema
  const search = createSearchRepo(db)
  const { updateRow, updateBeside, getParts, changeIf, stamp } = createMicrositeTables(db)
  const working = isWorkedOn(db)
  const finished = (id: string) => and(eq(microsites.id, id), isFinished(db))

  return {
    /**
     * Changes a microsite that is being worked on; one whose work has ended is unchanged, and one under redaction takes
     * only counters. A progress update is one small write.
     */
    async updateWorking(id: string, change: WorkChange): Promise<void> {
      const { row, document, counters } = getParts(change)
      const isWorking = and(eq(microsites.id, id), working)
      if (isEmpty(row) && isEmpty(document)) {
        const site = db.keeping(db.select({ id: microsites.id }).from(microsites).where(isWorking))
        await db.update(micrositeCounters).set(counters).where(inArray(micrositeCounters.micrositeId, site))
      } else
        await changeIf(
          (tx) => updateRow(tx, and(isWorking, isNull(microsites.redacting)), row),
          (tx) => updateBeside(tx, id, { document, counters }),
        )
    },

    /**
     * Writes a change based on `site` as it was read. @param ended the part that it removes; absent: none.
     * @returns false, and writes nothing, when it was changed since.
     */
    replace(site: MicrositeRow, change: MicrositeChange, at: Date, ended?: NewPartDeletion): Promise<boolean> {
      const unchanged = and(
        eq(microsites.id, site.id),
        eq(microsites.updatedAt, site.updatedAt),
        eq(microsites.status, site.status),
      )
      const updatedAt = new Date(Math.max(at.getTime(), site.updatedAt.getTime() + 1))
      const { row, ...beside } = getParts(change)
      const indexed = search.prepare(site.userId, change, site)
      const isReady = change.status === 'active' && site.status !== 'active'
      const isBetter = isReady && site.transcriptRequest?.automatic === true && change.segments !== undefined
      const kinds = isBetter ? BETTER : isReady ? BETTER.slice(0, 1) : []
      return changeIf(
        (tx) => updateRow(tx, unchanged, { ...row, updatedAt }),
        (tx, rows) => [
          ...updateBeside(tx, site.id, beside),
          ...search.replace(tx, site.id, indexed),
          ...(ended ? [tx.insert(deletions).values(deletionRow({ ...site, sourceKey: null }, 0, ended))] : []),
          ...rows.flatMap((ids) => kinds.flatMap((kind) => recordEvent(tx, db.schema, { kind, ...ids }, at))),
        ],
      )
    },

    /** Replaces a microsite's tags with these; ignores unknown keys. */
    assignTags({ id }: OwnedMicrosite, keys: readonly string[], at: Date): Promise<void> {
      const wanted = and(eq(microsites.id, id), inArray(tags.nameKey, [...keys]))
      // The first write locks the row, so that two concurrent calls don't mix their lists.
      return db.batch((tx) => [
        tx
          .update(microsites)
          .set({ updatedAt: stamp(at) })
          .where(eq(microsites.id, id)),
        tx.delete(micrositeTags).where(eq(micrositeTags.micrositeId, id)),
        tx
          .insert(micrositeTags)
          .select(
            tx
              .select({ micrositeId: microsites.id, tagId: tags.id })
              .from(microsites)
              .innerJoin(tags, eq(tags.userId, microsites.userId))
              .where(wanted),
          ),
      ])
    },

    /**
     * Starts another transcript for a finished microsite; its content stays until the transcript is ready, and it
     * counts toward no limit. @returns false, and changes nothing, when it is not finished.
     */
    requestTranscript({ id }: OwnedMicrosite, replacement: Replacement, at: Date): Promise<boolean> {
      const change = {
        status: 'processing' as const,
        ...NO_FAILURE,
        ...getColumns(replacement),
        replacing: true,
        updatedAt: stamp(at),
      }
      return changeIf(
        (tx) => updateRow(tx, finished(id), change),
        (tx) => updateBeside(tx, id, { document: {}, counters: FIRST_STEP }),
      )
    },

    /**
     * Starts a new recap of a finished microsite; the page stays available, and it counts toward no limit.
     * @returns false, and changes nothing, when it is not finished or a new recap is in progress.
     */
    requestAnalysis(
      { id, engines, transcriptInfo }: OwnedMicrosite,
      next: NonNullable<UsedEngines['next']>,
      at: Date,
    ): Promise<boolean> {
      const made = engines ?? { transcriber: transcriptInfo?.source ?? 'none', analyst: 'none' }
      return changeIf(
        (tx) => updateRow(tx, finished(id), { engines: { ...made, next }, replacing: true, updatedAt: stamp(at) }),
        (tx) =>
          updateBeside(tx, id, { document: {}, counters: { step: STEP.analysis, progress: 0, stepDetail: null } }),
      )
    },
  }
}
