import { randomUUID } from 'node:crypto'
import type { TagForm } from '@callfolio/shared/contract/tag.ts'
import type { Clock } from '../kernel/clock.ts'
import { AppError } from '../kernel/errors.ts'
import { tagKey } from '../microsites/tag-key.ts'
import { approveTag, type ApproveTagDeps } from './approve-tag.ts'
import { getOwnedTag } from './get-owned-tag.ts'
import { nameTaken } from './name-taken.ts'
import type { OwnedTag, TagsRepo } from './tags-repo.ts'

export interface CreateTagDeps extends ApproveTagDeps {
  tags: TagsRepo
  clock: Clock
}

/**
 * Makes a tag.
 * @throws AppError tag_limit_reached by the plan, conflict when the user has a tag of this name.
 */
export async function createTag(
  deps: CreateTagDeps,
  userId: string,
  { name, color, description }: TagForm,
): Promise<OwnedTag> {
  const id = randomUUID()
  const approval = await approveTag(deps, userId)
  const created = await deps.tags.insert(
    { id, name, nameKey: tagKey(name), color, description, createdAt: deps.clock() },
    approval,
  )
  if (created === 'limit_reached')
    throw new AppError(
      'tag_limit_reached',
      `Your plan has room for ${approval.limit ?? 0} tags. Delete one or upgrade to add more.`,
    )
  if (created === 'duplicate') throw nameTaken(name)
  return getOwnedTag(deps.tags, userId, id)
}
