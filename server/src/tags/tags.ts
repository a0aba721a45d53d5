import { randomUUID } from 'node:crypto'
import type { TagChange, TagForm } from '@callfolio/shared/contract/tag.ts'
import type { Plan } from '@callfolio/shared/plans.ts'
import type { Clock } from '../kernel/clock.ts'
import { AppError } from '../kernel/errors.ts'
import { tagKey } from '../microsites/records/tag-key.ts'
import type { OwnedTag, TagApproved, TagsRepo } from './tags-repo.ts'

interface ApproveTagDeps {
  plan: (userId: string) => Promise<Plan>
}

export interface CreateTagDeps extends ApproveTagDeps {
  tags: TagsRepo
  clock: Clock
}

/**
 * Creates a tag.
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
      `Your plan includes ${approval.limit ?? 0} tags. Delete one or upgrade to add more.`,
    )
  if (created === 'duplicate') throw nameTaken(name)
  return getOwnedTag(deps.tags, userId, id)
}

/**
 * Changes a tag; its microsites show the new name at once, because they reference the tag.
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

/**
 * Reads a tag as the caller's own.
 * @throws AppError not_found, also for another user's: an id must reveal nothing.
 */
export async function getOwnedTag(tags: TagsRepo, userId: string, id: string): Promise<OwnedTag> {
  const tag = await tags.findOwned(userId, id)
  if (!tag) throw new AppError('not_found', 'Tag not found.')
  return tag
}

/**
 * Reads how many tags a user may have. The batch that creates the tag enforces the limit, so that no race exceeds it.
 */
async function approveTag({ plan }: ApproveTagDeps, userId: string): Promise<TagApproved> {
  const { limits } = await plan(userId)
  return { userId, limit: limits.tags } as TagApproved
}

/** The refusal of a second tag of one name. */
function nameTaken(name: string): AppError {
  return new AppError('conflict', `You already have a tag called “${name}”.`)
}
