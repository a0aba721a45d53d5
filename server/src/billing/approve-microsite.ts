import type { Clock } from '../kernel/clock.ts'
import type { Plan } from '@callfolio/shared/plans.ts'
import { billingMonth } from './month.ts'

declare const approved: unique symbol

/** Permission to count one more microsite; only `approveMicrosite` makes it, and creating a microsite takes it. */
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
 * Reads in which month and up to which limit a user's next microsite counts. The limit is enforced by the batch that
 * creates the microsite, so that no race exceeds it.
 */
export async function approveMicrosite({ plan, timeZone, clock }: ApproveDeps, userId: string): Promise<QuotaApproved> {
  const { limits } = await plan(userId)
  const { period } = billingMonth(clock(), await timeZone(userId))
  return { userId, period, limit: limits.micrositesPerMonth } as QuotaApproved
}
