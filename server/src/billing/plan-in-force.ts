import type { PlanId } from '@callfolio/shared/contract/account.ts'
import { PLANS, type Plan } from '@callfolio/shared/plans.ts'
import type { Clock } from '../kernel/clock.ts'
import { bestOf, isBilled, isInForce, type HeldPlan } from './held-plan.ts'
import type { SubscriptionsRepo } from './subscriptions-repo.ts'

export interface PlanDeps {
  subscriptions: Pick<SubscriptionsRepo, 'list'>
  defaultPlan: PlanId
  clock: Clock
}

/** The plan that counts of those that somebody holds. */
export interface FoundSubscription extends HeldPlan {
  /** Something that they pay for goes on, this or another beside it. */
  billed: boolean
}

/**
 * A user's subscription: the best of what they hold, or the server's default plan for those who hold none.
 * @returns null when there is none and the server gives none by default.
 */
export async function findSubscription(
  { subscriptions, defaultPlan, clock }: PlanDeps,
  userId: string,
): Promise<FoundSubscription | null> {
  const held = await subscriptions.list(userId)
  const best = bestOf(held, clock())
  if (best) return { ...best, billed: held.some(isBilled) }
  return defaultPlan === 'free'
    ? null
    : { planId: defaultPlan, status: 'active', currentPeriodEnd: null, from: 'operator', billed: false }
}

/** The plan whose limits hold now: the subscription's while it is in force, else the server's default. */
export async function planInForce(deps: PlanDeps, userId: string): Promise<Plan> {
  const subscription = await findSubscription(deps, userId)
  return PLANS[subscription && isInForce(subscription, deps.clock()) ? subscription.planId : deps.defaultPlan]
}
