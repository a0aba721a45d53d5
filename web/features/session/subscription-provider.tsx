import { useQuery } from '@tanstack/react-query'
import { use, useMemo, type ReactNode } from 'react'
import { ApiError, type ApiClient } from '@callfolio/shared/api-client.ts'
import { ACCOUNT_PATHS, subscriptionSchema, usageSchema, type Subscription, type Usage } from '@callfolio/shared/contract/account.ts'
import { PLANS } from '@callfolio/shared/plans.ts'
import { useServices } from '../../lib/services.tsx'
import { useAuth } from './auth-provider.tsx'
import { SubscriptionContext, type SubscriptionState } from './subscription-context.ts'

/** Reads plan and usage of the signed-in user. A read that fails leaves the last known plan in force. */
export function SubscriptionProvider({ children }: { children: ReactNode }) {
  const { api } = useServices()
  const { user } = useAuth()
  const enabled = user !== null
  const subscription = useQuery({ queryKey: ['subscription'], queryFn: () => readSubscription(api), enabled })
  const usage = useQuery({ queryKey: ['usage'], queryFn: () => api.request(ACCOUNT_PATHS.usage, usageSchema), enabled })

  const loading = enabled && subscription.isPending
  const state = useMemo(
    () => ({ ...planOf(subscription.data, usage.data), usage: usage.data, loading }),
    [subscription.data, usage.data, loading],
  )
  return <SubscriptionContext value={state}>{children}</SubscriptionContext>
}

/** The signed-in user's plan and usage. */
export function useSubscription(): SubscriptionState {
  const state = use(SubscriptionContext)
  if (state === null) throw new Error('useSubscription must be used within a SubscriptionProvider')
  return state
}

/** @returns null when the user has no subscription. */
async function readSubscription(api: ApiClient): Promise<Subscription | null> {
  try {
    return await api.request(ACCOUNT_PATHS.subscription, subscriptionSchema)
  } catch (error) {
    if (error instanceof ApiError && error.code === 'PGRST116') return null
    throw error
  }
}

/** Without an active subscription the plan is the one the server counts by: Starter, unless its operator gives more. */
function planOf(subscription: Subscription | null | undefined, usage: Usage | undefined) {
  const active = subscription?.status === 'active'
  const subscribed = active && subscription.plan_id !== 'free'
  const periodEnd = subscribed ? subscription.current_period_end : null
  if (active) return { plan: PLANS[subscription.plan_id], subscribed, periodEnd }
  return { plan: subscription === undefined && usage === undefined ? null : PLANS[usage?.plan_id ?? 'free'], subscribed, periodEnd }
}
