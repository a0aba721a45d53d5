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
