import type { Usage } from '@callfolio/shared/contract/accounts/account.ts'
import type { Plan } from '@callfolio/shared/plans.ts'
import { billingMonth } from '../../billing/month.ts'
import type { Clock } from '../../kernel/clock.ts'
import type { MicrositesRepo } from '../records/microsites-repo.ts'

export interface UsageDeps {
  microsites: MicrositesRepo
  plan: (userId: string) => Promise<Plan>
  timeZone: (userId: string) => Promise<string>
  clock: Clock
}

/** Active microsites of this month in the user's own time zone, against the plan's limit. */
export async function monthlyUsage({ microsites, plan, timeZone, clock }: UsageDeps, userId: string): Promise<Usage> {
  const [{ id, limits }, zone] = await Promise.all([plan(userId), timeZone(userId)])
  const month = billingMonth(clock(), zone)
  const used = await microsites.countActiveSince(userId, month.start)
  return { plan_id: id, used, limit: limits.micrositesPerMonth ?? -1, renews_on: month.renewsOn }
}
