import type { PlanId } from '@callfolio/shared/contract/account.ts'
import type { Capabilities } from '@callfolio/shared/contract/capabilities.ts'
import type { Config } from './config.ts'

/** The payment links that are set, as the screens are told them; undefined when there are none. */
export function checkoutLinks({
  STRIPE_LINK_PRO_MONTHLY: monthly,
  STRIPE_LINK_PRO_YEARLY: yearly,
}: Config): Capabilities['checkout'] {
  if (monthly === undefined && yearly === undefined) return undefined
  return { ...(monthly !== undefined && { pro_monthly: monthly }), ...(yearly !== undefined && { pro_yearly: yearly }) }
}

/** The plan that each price buys. */
export function pricesOfPlans({
  STRIPE_PRICE_PRO_MONTHLY: monthly,
  STRIPE_PRICE_PRO_YEARLY: yearly,
}: Config): Map<string, PlanId> {
  return new Map([monthly, yearly].flatMap((price) => (price === undefined ? [] : [[price, 'pro'] as const])))
}
