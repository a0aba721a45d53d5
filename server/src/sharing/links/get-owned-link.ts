import { AppError } from '../../kernel/errors.ts'
import type { LinksRepo, OwnedLink } from './links-repo.ts'

/**
 * Reads a link for its owner.
 * @throws AppError not_found, also for another user's: an ID must reveal nothing.
 */
export async function getOwnedLink(links: LinksRepo, userId: string, id: string): Promise<OwnedLink> {
  const link = await links.findOwned(userId, id)
  if (!link) throw new AppError('not_found', 'Shared link not found.')
  return link
}
