import type { Clock } from '../kernel/clock.ts'
import type { Plan } from '@callfolio/shared/plans.ts'
import { billingMonth } from './month.ts'

declare const approved: unique symbol

/**
 * Permission to count one more microsite; only `approveMicrosite` issues it, and creating a microsite requires it.
 */
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
 * Returns the month and limit for a user's next microsite. The batch that creates the microsite enforces the limit,
 * so that no race exceeds it.
 */
export async function approveMicrosite({ plan, timeZone, clock }: ApproveDeps, userId: string): Promise<QuotaApproved> {
  const { limits } = await plan(userId)
  const { period } = billingMonth(clock(), await timeZone(userId))
  return { userId, period, limit: limits.micrositesPerMonth } as QuotaApproved
}
