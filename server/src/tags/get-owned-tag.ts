import { AppError } from '../kernel/errors.ts'
import type { OwnedTag, TagsRepo } from './tags-repo.ts'

/**
 * Reads a tag as the caller's own.
 * @throws AppError not_found, also for somebody else's: an id must tell nothing.
 */
export async function getOwnedTag(tags: TagsRepo, userId: string, id: string): Promise<OwnedTag> {
  const tag = await tags.findOwned(userId, id)
  if (!tag) throw new AppError('not_found', 'Tag not found.')
  return tag
}
