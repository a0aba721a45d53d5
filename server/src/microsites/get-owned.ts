import { AppError } from '../kernel/errors.ts'
import type { MicrositesRepo, OwnedMicrosite } from './microsites-repo.ts'

/**
 * Reads a microsite as the caller's own.
 * @throws AppError not_found, also for somebody else's: an id must reveal nothing.
 */
export async function getOwned(microsites: MicrositesRepo, userId: string, id: string): Promise<OwnedMicrosite> {
  const site = await microsites.findOwned(userId, id)
  if (!site) throw new AppError('not_found', 'Microsite not found.')
  return site
}
