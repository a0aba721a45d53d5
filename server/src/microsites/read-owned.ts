import type { Database } from '../db/database.ts'
import { getOwned } from './get-owned.ts'
import { createMicrositesRepo, type OwnedMicrosite } from './microsites-repo.ts'

/** For a process that reads microsites and does nothing else with them. @param db may be open for reading only. */
export function createReadOwned(db: Database): (userId: string, id: string) => Promise<OwnedMicrosite> {
  const microsites = createMicrositesRepo(db)
  return (userId, id) => getOwned(microsites, userId, id)
}
