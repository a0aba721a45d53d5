import { use } from 'react'
import type { User } from '@supabase/auth-js'
import type { Plan } from '@callfolio/shared/plans.ts'
import { hasStoredSession } from '../../lib/stored-session.ts'
import { AuthContext, type AuthState } from '../session/auth-provider.tsx'
import { SubscriptionContext, type SubscriptionState } from './subscription-context.ts'

export interface Visitor {
  status: AuthState['status']
  /** Null too on a page without the account part, where a kept session passes for signed in. */
  user: User | null
  /** The plan in force; null while it is not known. */
  plan: Plan | null
  /** Null while nobody is known to be signed in. */
  subscription: SubscriptionState | null
}

/** Who looks at a public page, which the account part may not be around. */
export function useVisitor(): Visitor {
  const auth = use(AuthContext)
  const subscription = use(SubscriptionContext)
  if (auth === null)
    return { status: hasStoredSession() ? 'signed_in' : 'signed_out', user: null, plan: null, subscription: null }
  const { status, user } = auth
  if (user === null || subscription === null) return { status, user, plan: null, subscription: null }
  return { status, user, plan: subscription.plan, subscription }
}
