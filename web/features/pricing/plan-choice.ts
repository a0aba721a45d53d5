import { PLANS, type Plan } from '@callfolio/shared/plans.ts'
import type { SubscriptionState } from '../plan/subscription-context.ts'

export const BILLING_PERIODS = ['monthly', 'yearly'] as const
export type BillingPeriod = (typeof BILLING_PERIODS)[number]

/** The plan to buy. Premium is the only one for sale. */
export interface PlanChoice {
  plan: 'pro'
  period: BillingPeriod
}

/** The URL of the pricing page with a preselected plan. */
export function choiceAddress({ plan, period }: PlanChoice): string {
  return `/pricing?${new URLSearchParams({ plan, period }).toString()}`
}

/** The choice in the pricing page's URL; null if incomplete. */
export function readChoice(search: URLSearchParams): PlanChoice | null {
  const period = BILLING_PERIODS.find((known) => known === search.get('period'))
  return search.get('plan') === 'pro' && period !== undefined ? { plan: 'pro', period } : null
}

/** From lowest to highest. */
const RANKS = Object.values(PLANS).map(({ id }) => id)

/** The facts that decide whether a user can buy a plan. */
export type Standing = Pick<SubscriptionState, 'plan' | 'paid' | 'billed' | 'periodEnd'>

/** True if the user's plan includes everything in another one. */
export function isIncluded(plan: Plan, current: Plan | null): boolean {
  return current !== null && RANKS.indexOf(plan.id) < RANKS.indexOf(current.id)
}

/**
 * True if the user gains something by buying a plan: a higher plan, or the same one if the operator granted it for a
 * limited time. Never sells a second subscription.
 * @param standing null for a visitor.
 */
export function canBuy(plan: Plan, standing: Standing | null): boolean {
  if (!plan.available || plan.id === 'free') return false
  if (standing === null) return true
  const { plan: current, paid, billed, periodEnd } = standing
  if (billed || isIncluded(plan, current)) return false
  return plan.id !== current?.id || (!paid && periodEnd !== null)
}
