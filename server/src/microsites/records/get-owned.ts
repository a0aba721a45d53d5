import type { Database } from '../../db/database.ts'
import { AppError } from '../../kernel/errors.ts'
import type { OwnedMicrosite } from './microsite.ts'
import { type MicrositesRepo, createMicrositesRepo } from './microsites-repo.ts'

/**
 * Reads a microsite that the caller owns.
 * @throws AppError not_found, also for another user's microsite, so that an id reveals nothing.
 */
export async function getOwned(microsites: MicrositesRepo, userId: string, id: string): Promise<OwnedMicrosite> {
  const site = await microsites.findOwned(userId, id)
  if (!site) throw new AppError('not_found', 'Microsite not found.')
  return site
}

/** For a process that only reads microsites. @param db may be read-only. */
export function createReadOwned(db: Database): (userId: string, id: string) => Promise<OwnedMicrosite> {
  const microsites = createMicrositesRepo(db)
  return (userId, id) => getOwned(microsites, userId, id)
}
