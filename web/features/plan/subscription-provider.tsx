import { useQuery, useQueryClient } from '@tanstack/react-query'
import { use, useMemo, type ReactNode } from 'react'
import { ACCOUNT_PATHS, usageSchema, type Subscription } from '@callfolio/shared/contract/accounts/account.ts'
import { BILLING_PATHS, billingPortalSchema } from '@callfolio/shared/contract/billing.ts'
import { useServices } from '../../lib/services.tsx'
import { useAuth } from '../session/auth-provider.tsx'
import { endWaiting, isPaymentAwaited } from './awaited-payment.ts'
import { getPlan, readSubscription } from './read-subscription.ts'
import { SubscriptionContext, type SubscriptionState } from './subscription-context.ts'

const SUBSCRIPTION_KEY = ['subscription']
const USAGE_KEY = ['usage']
/** The payment provider reports a payment to the server, usually within seconds. */
const WAITING_POLL_MS = 3000

interface Reading {
  subscription: Subscription | null
  awaitsPayment: boolean
}

/** Fetches the signed-in user's plan and usage. If fetching fails, the last known plan stays in effect. */
export function SubscriptionProvider({ children }: { children: ReactNode }) {
  const { api } = useServices()
  const { user } = useAuth()
  const queryClient = useQueryClient()
  const enabled = user !== null
  const userId = user?.id ?? ''
  const reading = useQuery({
    queryKey: SUBSCRIPTION_KEY,
    queryFn: async (): Promise<Reading> => {
      const subscription = await readSubscription(api)
      const before = queryClient.getQueryData<Reading>(SUBSCRIPTION_KEY)?.subscription
      // Another plan has another limit.
      if (before !== undefined && !sameState(before, subscription))
        void queryClient.invalidateQueries({ queryKey: USAGE_KEY })
      if (subscription?.billed) endWaiting()
      return { subscription, awaitsPayment: isPaymentAwaited(userId) }
    },
    enabled,
    // Users who return to the tab may come from the checkout or the portal.
    refetchOnWindowFocus: 'always',
    refetchInterval: ({ state }) => (state.data?.awaitsPayment ? WAITING_POLL_MS : false),
  })
  const usage = useQuery({ queryKey: USAGE_KEY, queryFn: () => api.request(ACCOUNT_PATHS.usage, usageSchema), enabled })

  const loading = enabled && reading.isPending
  const state = useMemo(
    (): SubscriptionState => ({
      ...getPlan(reading.data?.subscription, usage.data),
      usage: usage.data,
      loading,
      awaitsPayment: reading.data?.awaitsPayment ?? false,
      readPortal: async () => (await api.request(BILLING_PATHS.portal, billingPortalSchema, { method: 'POST' })).url,
    }),
    [reading.data, usage.data, loading, api],
  )
  return <SubscriptionContext value={state}>{children}</SubscriptionContext>
}

/** The signed-in user's plan and usage. */
export function useSubscription(): SubscriptionState {
  const state = use(SubscriptionContext)
  if (state === null) throw new Error('useSubscription must be used within a SubscriptionProvider')
  return state
}

function sameState(a: Subscription | null, b: Subscription | null): boolean {
  return a?.plan_id === b?.plan_id && a?.status === b?.status
}
