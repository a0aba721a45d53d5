import type { User } from '@supabase/auth-js'
import { createContext, use } from 'react'
import type { Usage } from '@callfolio/shared/contract/account.ts'
import type { Plan } from '@callfolio/shared/plans.ts'
import { hasStoredSession } from '../../lib/stored-session.ts'
import { AuthContext, type AuthState } from '../session/auth-provider.tsx'

export interface SubscriptionState {
  /** The plan in force; null while it is not known, and then nothing is blocked. */
  plan: Plan | null
  /** A plan above the free one that is active, paid for or given by the operator. */
  subscribed: boolean
  /** The plan is what the user pays for; false when the operator gives it. */
  paid: boolean
  /** Something the user pays for goes on, its payments failing perhaps: it is changed in the billing portal, never bought again. */
  billed: boolean
  /** The payment provider's word, or active for what the operator gives; null without a plan above the free one. */
  status: string | null
  /** Until when it is paid or given, ISO 8601; null when that is not known, or for good. */
  periodEnd: string | null
  usage: Usage | undefined
  /** True until the first answer. */
  loading: boolean
  /** Somebody went to pay, and it is not known yet that they did. */
  awaitsPayment: boolean
  /** Asks for the address of the billing portal. Throws with a sentence when there is none for this user. */
  readPortal: () => Promise<string>
}

/** Apart from its provider, so that public pages can read it without the code that reads it. */
export const SubscriptionContext = createContext<SubscriptionState | null>(null)

interface Visitor {
  status: AuthState['status']
  /** Null too on a page without the account part, where a kept session passes for signed in. */
  user: User | null
  /** The plan in force; null while it is not known. */
  plan: Plan | null
  /** Null while nobody is known to be signed in. */
  subscription: SubscriptionState | null
}

/** The person at a public page, which the account part may not be around. */
export function useVisitor(): Visitor {
  const auth = use(AuthContext)
  const subscription = use(SubscriptionContext)
  if (auth === null)
    return { status: hasStoredSession() ? 'signed_in' : 'signed_out', user: null, plan: null, subscription: null }
  const { status, user } = auth
  if (user === null || subscription === null) return { status, user, plan: null, subscription: null }
  return { status, user, plan: subscription.plan, subscription }
}
