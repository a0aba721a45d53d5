import type { TagForm } from '@callfolio/shared/contract/tag.ts'
import type { BillingArea } from '../billing/area.ts'
import type { Database } from '../db/database.ts'
import type { Authenticate } from '../http/require-user.ts'
import type { Clock } from '../kernel/clock.ts'
import { tagRoutes } from './routes.ts'
import { createTag } from './tags.ts'
import { createTagsRepo } from './tags-repo.ts'

interface TagsOptions {
  db: Database
  clock: Clock
  billing: Pick<BillingArea, 'plan'>
  http: { authenticate: Authenticate }
}

/** The tags of microsites. */
export function createTagsArea({ db, clock, billing: { plan }, http: { authenticate } }: TagsOptions) {
  const tags = createTagsRepo(db)
  return {
    create: (userId: string, form: TagForm) => createTag({ tags, plan, clock }, userId, form),
    routers: [tagRoutes({ tags, plan, clock, authenticate })],
  }
}
export type TagsArea = ReturnType<typeof createTagsArea>
