import type { Clock } from '../kernel/clock.ts'
import type { Plan } from '@callfolio/shared/plans.ts'
import { billingMonth } from './month.ts'

declare const approved: unique symbol

/** Leave to count one more microsite; only `approveMicrosite` makes it, and creating one asks for it. */
export interface QuotaApproved {
  readonly [approved]: true
  readonly userId: string
  readonly period: string
  /** null: unlimited. */
  readonly limit: number | null
}

export interface ApproveDeps {
  plan: (userId: string) => Promise<Plan>
  timeZone: (userId: string) => Promise<string>
  clock: Clock
}

/**
 * Says in which month and up to which limit a user's next microsite counts. The limit itself holds in the batch that
 * creates the microsite, where no race passes it.
 */
export async function approveMicrosite({ plan, timeZone, clock }: ApproveDeps, userId: string): Promise<QuotaApproved> {
  const { limits } = await plan(userId)
  const { period } = billingMonth(clock(), await timeZone(userId))
  return { userId, period, limit: limits.micrositesPerMonth } as QuotaApproved
}
