import type { PlanId } from '@callfolio/shared/contract/account.ts'
import { PLANS, type Plan } from '@callfolio/shared/plans.ts'
import type { Clock } from '../kernel/clock.ts'
import type { SubscriptionsRepo } from './subscriptions-repo.ts'

/** A user's subscription, or the server's default plan for those who have none (null when that is the free one). */
export interface SubscriptionInForce {
  planId: PlanId
  status: string
  currentPeriodEnd: Date | null
}

export interface PlanDeps {
  subscriptions: SubscriptionsRepo
  defaultPlan: PlanId
  clock: Clock
}

/** @returns null when the user has no subscription and the server gives none by default. */
export async function findSubscription({ subscriptions, defaultPlan }: PlanDeps, userId: string): Promise<SubscriptionInForce | null> {
  const row = await subscriptions.find(userId)
  if (row) return row
  return defaultPlan === 'free' ? null : { planId: defaultPlan, status: 'active', currentPeriodEnd: null }
}

/** The plan whose limits hold now: an active subscription's, a cancelled one's until its period ends, else Starter. */
export async function planInForce(deps: PlanDeps, userId: string): Promise<Plan> {
  const subscription = await findSubscription(deps, userId)
  if (!subscription) return PLANS.free
  const paidUp = subscription.currentPeriodEnd !== null && subscription.currentPeriodEnd > deps.clock()
  const inForce = subscription.status === 'active' || (subscription.status === 'canceled' && paidUp)
  return PLANS[inForce ? subscription.planId : 'free']
}
