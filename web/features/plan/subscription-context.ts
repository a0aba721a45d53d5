import type { User } from '@supabase/auth-js'
import { createContext, use } from 'react'
import type { Usage } from '@callfolio/shared/contract/accounts/account.ts'
import type { Plan } from '@callfolio/shared/plans.ts'
import { AuthContext, type AuthState } from '../session/auth-provider.tsx'

export interface SubscriptionState {
  /** The current plan; null while unknown, when nothing is blocked. */
  plan: Plan | null
  /** An active plan above the free one, paid or granted by the operator. */
  subscribed: boolean
  /** True if the user pays for the plan; false if the operator granted it. */
  paid: boolean
  /**
   * A paid subscription exists, perhaps with failing payments: it is changed in the billing portal, never bought
   * again.
   */
  billed: boolean
  /** The payment provider's status, or active for a granted plan; null on the free plan. */
  status: string | null
  /** End of the paid or granted period, ISO 8601; null if unknown or unlimited. */
  periodEnd: string | null
  usage: Usage | undefined
  /** True until the first answer. */
  loading: boolean
  /** The user went to the checkout, and the result is not known yet. */
  awaitsPayment: boolean
  /** Requests the URL of the billing portal. Throws with a sentence when this user has none. */
  readPortal: () => Promise<string>
}

/** Separate from its provider, so that public pages can read it without the provider's code. */
export const SubscriptionContext = createContext<SubscriptionState | null>(null)

interface Visitor {
  status: AuthState['status']
  user: User | null
  /** The current plan; null while unknown. */
  plan: Plan | null
  /** Null unless the user is known to be signed in. */
  subscription: SubscriptionState | null
}

/** The user on a page that is also rendered without the account provider, for a visitor. */
export function useVisitor(): Visitor {
  const auth = use(AuthContext)
  const subscription = use(SubscriptionContext)
  if (auth === null) return { status: 'signed_out', user: null, plan: null, subscription: null }
  const { status, user } = auth
  if (user === null || subscription === null) return { status, user, plan: null, subscription: null }
  return { status, user, plan: subscription.plan, subscription }
}
