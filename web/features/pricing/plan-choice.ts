import { PLANS, type Plan } from '@callfolio/shared/plans.ts'
import type { SubscriptionState } from '../plan/subscription-context.ts'

export const BILLING_PERIODS = ['monthly', 'yearly'] as const
export type BillingPeriod = (typeof BILLING_PERIODS)[number]

/** What someone wants to buy. Premium is all there is to buy. */
export interface PlanChoice {
  plan: 'pro'
  period: BillingPeriod
}

/** The address of the pricing page with a choice made. */
export function choiceAddress({ plan, period }: PlanChoice): string {
  return `/pricing?${new URLSearchParams({ plan, period }).toString()}`
}

/** The choice that the pricing page's address carries; null without a whole one. */
export function readChoice(search: URLSearchParams): PlanChoice | null {
  const period = BILLING_PERIODS.find((known) => known === search.get('period'))
  return search.get('plan') === 'pro' && period !== undefined ? { plan: 'pro', period } : null
}

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
