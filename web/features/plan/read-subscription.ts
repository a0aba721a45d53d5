import { ApiError, type ApiClient } from '@callfolio/shared/api-client.ts'
import {
  ACCOUNT_PATHS,
  subscriptionReplySchema,
  type Subscription,
  type Usage,
} from '@callfolio/shared/contract/accounts/account.ts'
import { PLANS } from '@callfolio/shared/plans.ts'
import type { SubscriptionState } from './subscription-context.ts'

/** @returns null when the user has no subscription. */
export async function readSubscription(api: ApiClient): Promise<Subscription | null> {
  try {
    return await api.request(ACCOUNT_PATHS.subscriptionOrNull, subscriptionReplySchema)
  } catch (error) {
    if (error instanceof ApiError && error.code === 'PGRST116') return null
    throw error
  }
}

/**
 * Without an active subscription the plan is the one that the server applies: Starter, unless its operator grants
 * more.
 */
export function getPlan(
  subscription: Subscription | null | undefined,
  usage: Usage | undefined,
): Pick<SubscriptionState, 'plan' | 'subscribed' | 'paid' | 'billed' | 'status' | 'periodEnd'> {
  const held = subscription && subscription.plan_id !== 'free' ? subscription : null
  const rest = {
    subscribed: held?.status === 'active',
    paid: held?.paid ?? false,
    billed: subscription?.billed ?? false,
    status: held?.status ?? null,
    periodEnd: held?.current_period_end ?? null,
  }
  if (subscription?.status === 'active') return { plan: PLANS[subscription.plan_id], ...rest }
  return { plan: subscription === undefined && usage === undefined ? null : PLANS[usage?.plan_id ?? 'free'], ...rest }
}
