import type { BillingArea } from '../billing/area.ts'
import type { Database } from '../db/database.ts'
import type { Authenticate } from '../http/require-user.ts'
import type { Clock } from '../kernel/clock.ts'
import { tagRoutes } from './routes.ts'
import { createTagsRepo } from './tags-repo.ts'

interface TagsOptions {
  db: Database
  clock: Clock
  billing: Pick<BillingArea, 'plan'>
  http: { authenticate: Authenticate }
}

/** The tags of microsites. */
export function createTagsArea({ db, clock, billing: { plan }, http: { authenticate } }: TagsOptions) {
  return { routers: [tagRoutes({ tags: createTagsRepo(db), plan, clock, authenticate })] }
}
