import type { Database } from '../../db/database.ts'
import { createAwaitedSites } from './awaited-sites-repo.ts'
import { createMicrositeChanges } from './microsite-changes-repo.ts'
import { createMicrositeCreation } from './microsite-creation-repo.ts'
import { createMicrositeEnds } from './microsite-ends-repo.ts'
import { createMicrositeReads } from './microsite-reads-repo.ts'
import { createModelWaits } from './model-waits-repo.ts'
import { createWorkLists } from './work-repo.ts'

/**
 * Microsites and the counter of the monthly limit, which change together. A microsite consists of a small row for
 * lists, its document, and its counters; callers see one object.
 */
export function createMicrositesRepo(db: Database) {
  return {
    ...createMicrositeCreation(db),
    ...createAwaitedSites(db),
    ...createModelWaits(db),
    ...createWorkLists(db),
    ...createMicrositeReads(db),
    ...createMicrositeChanges(db),
    ...createMicrositeEnds(db),
  }
}
export type MicrositesRepo = ReturnType<typeof createMicrositesRepo>
