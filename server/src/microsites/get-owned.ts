import type { Database } from '../db/database.ts'
import { AppError } from '../kernel/errors.ts'
import { type MicrositesRepo, type OwnedMicrosite, createMicrositesRepo } from './microsites-repo.ts'

/**
 * Reads a microsite as the caller's own.
 * @throws AppError not_found, also for somebody else's: an id must reveal nothing.
 */
export async function getOwned(microsites: MicrositesRepo, userId: string, id: string): Promise<OwnedMicrosite> {
  const site = await microsites.findOwned(userId, id)
  if (!site) throw new AppError('not_found', 'Microsite not found.')
  return site
}

/** For a process that reads microsites and does nothing else with them. @param db may be open for reading only. */
export function createReadOwned(db: Database): (userId: string, id: string) => Promise<OwnedMicrosite> {
  const microsites = createMicrositesRepo(db)
  return (userId, id) => getOwned(microsites, userId, id)
}
