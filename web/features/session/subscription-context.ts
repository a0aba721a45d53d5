import { createContext } from 'react'
import type { Usage } from '@callfolio/shared/contract/account.ts'
import type { Plan } from '@callfolio/shared/plans.ts'

export interface SubscriptionState {
  /** The plan in force; null while it is not known, and then nothing is blocked. */
  plan: Plan | null
  /** A paid plan that is active. */
  subscribed: boolean
  /** A paid plan that goes on, its payments failing perhaps: it is changed in the billing portal, never bought anew. */
  billed: boolean
  /** The payment provider's word; null without a subscription. */
  status: string | null
  /** When the paid period ends, ISO 8601; null without one. */
  periodEnd: string | null
  usage: Usage | undefined
  /** True until the first answer. */
  loading: boolean
  /** Somebody went to pay, and it is not known yet that they did. */
  awaitsPayment: boolean
  /** Asks for the address of the billing portal. Throws with a sentence when there is none for this user. */
  readPortal: () => Promise<string>
}

/** Apart from its provider, so that public pages can look at it without the code that reads it. */
export const SubscriptionContext = createContext<SubscriptionState | null>(null)
