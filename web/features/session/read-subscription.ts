import { ApiError, type ApiClient } from '@callfolio/shared/api-client.ts'
import { ACCOUNT_PATHS, subscriptionSchema, type Subscription, type Usage } from '@callfolio/shared/contract/account.ts'
import { PLANS } from '@callfolio/shared/plans.ts'
import type { SubscriptionState } from './subscription-context.ts'

/** @returns null when the user has no subscription. */
export async function readSubscription(api: ApiClient): Promise<Subscription | null> {
  try {
    return await api.request(ACCOUNT_PATHS.subscription, subscriptionSchema)
  } catch (error) {
    if (error instanceof ApiError && error.code === 'PGRST116') return null
    throw error
  }
}

/** A subscription that is over is no longer billed; one that never began was not. */
const NOT_BILLED = new Set(['canceled', 'incomplete', 'incomplete_expired'])

/** Without an active subscription the plan is the one the server counts by: Starter, unless its operator gives more. */
export function planOf(subscription: Subscription | null | undefined, usage: Usage | undefined): Pick<SubscriptionState, 'plan' | 'subscribed' | 'billed' | 'status' | 'periodEnd'> {
  const paid = subscription && subscription.plan_id !== 'free' ? subscription : null
  const status = paid?.status ?? null
  const rest = { subscribed: status === 'active', billed: status !== null && !NOT_BILLED.has(status), status, periodEnd: paid?.current_period_end ?? null }
  if (subscription?.status === 'active') return { plan: PLANS[subscription.plan_id], ...rest }
  return { plan: subscription === undefined && usage === undefined ? null : PLANS[usage?.plan_id ?? 'free'], ...rest }
}
