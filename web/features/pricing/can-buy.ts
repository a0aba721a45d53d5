import { PLANS, type Plan } from '@callfolio/shared/plans.ts'
import type { SubscriptionState } from '../plan/subscription-context.ts'

/** From the lowest to the highest. */
const RANKS = Object.values(PLANS).map(({ id }) => id)

/** What decides whether somebody is sold a plan. */
export type Standing = Pick<SubscriptionState, 'plan' | 'paid' | 'billed' | 'periodEnd'>

/** True when everything in a plan is in the higher one that somebody has. */
export function isIncluded(plan: Plan, current: Plan | null): boolean {
  return current !== null && RANKS.indexOf(plan.id) < RANKS.indexOf(current.id)
}

/**
 * True when buying a plan gains something: a higher plan does, and so does the same one where the operator gives it for a
 * time. Nobody is sold a second subscription.
 * @param standing null for a visitor.
 */
export function canBuy(plan: Plan, standing: Standing | null): boolean {
  if (!plan.available || plan.id === 'free') return false
  if (standing === null) return true
  const { plan: current, paid, billed, periodEnd } = standing
  if (billed || isIncluded(plan, current)) return false
  return plan.id !== current?.id || (!paid && periodEnd !== null)
}
