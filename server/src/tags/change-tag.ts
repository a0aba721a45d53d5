import type { TagChange } from '@callfolio/shared/contract/tag.ts'
import { tagKey } from '../microsites/tag-key.ts'
import { getOwnedTag } from './get-owned-tag.ts'
import { nameTaken } from './name-taken.ts'
import type { OwnedTag, TagsRepo } from './tags-repo.ts'

/**
 * Changes a tag; its microsites show the new name at once, because they hold the tag and not its name.
 * @throws AppError conflict when another of the user's tags has this name.
 */
export async function changeTag(tags: TagsRepo, tag: OwnedTag, change: TagChange): Promise<OwnedTag> {
  const { name = tag.name, color, description } = change
  const changed = await tags.update(tag, {
    name,
    nameKey: tagKey(name),
    ...(color && { color }),
    ...(description !== undefined && { description }),
  })
  if (changed === 'duplicate') throw nameTaken(name)
  return getOwnedTag(tags, tag.userId, tag.id)
}
