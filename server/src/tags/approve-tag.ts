import type { Plan } from '@callfolio/shared/plans.ts'

declare const approved: unique symbol

/** Leave to count one more tag; only `approveTag` makes it, and creating one asks for it. */
export interface TagApproved {
  readonly [approved]: true
  readonly userId: string
  /** null: unlimited. */
  readonly limit: number | null
}

export interface ApproveTagDeps {
  plan: (userId: string) => Promise<Plan>
}

/** Says how many tags a user may have. The limit itself holds in the batch that creates the tag, where no race passes it. */
export async function approveTag({ plan }: ApproveTagDeps, userId: string): Promise<TagApproved> {
  const { limits } = await plan(userId)
  return { userId, limit: limits.tags } as TagApproved
}
