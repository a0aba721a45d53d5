import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useNavigate } from 'react-router'
import type { Capabilities } from '@callfolio/shared/contract/capabilities.ts'
import { awaitPayment } from '../plan/awaited-payment.ts'
import type { ReturnState } from '../../lib/auth-paths.ts'
import { CAPABILITIES } from '../../lib/use-capabilities.ts'
import { useVisitor } from '../plan/subscription-context.ts'
import { choiceAddress, type PlanChoice } from './plan-choice.ts'

const CHECKOUT_FAILED = 'Failed to start checkout. Please try again.'

export interface Checkout {
  /** Opens the checkout; signed-out users go to /auth first and return with their choice. */
  buy: (choice: PlanChoice) => Promise<void>
  processing: boolean
  problem: string | null
}

/** Buying a plan. */
export function useCheckout(): Checkout {
  const { user } = useVisitor()
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  const [processing, setProcessing] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)

  // Users who return with the back button find the page as they left it.
  useEffect(() => {
    const comeBack = (event: PageTransitionEvent) => event.persisted && setProcessing(false)
    addEventListener('pageshow', comeBack)
    return () => removeEventListener('pageshow', comeBack)
  }, [])

  const buy = async (choice: PlanChoice) => {
    if (user === null) {
      const state: ReturnState = { returnTo: choiceAddress(choice) }
      return navigate('/auth', { state })
    }
    setProcessing(true)
    setProblem(null)
    try {
      const { checkout } = await queryClient.fetchQuery(CAPABILITIES)
      const address = startCheckout(choice, user, checkout)
      awaitPayment(user.id)
      location.assign(address)
    } catch (error) {
      console.error('checkout', error)
      setProblem(CHECKOUT_FAILED)
      setProcessing(false)
    }
  }

  return { buy, processing, problem }
}

/** The buyer, passed to the payment provider's page. */
interface Buyer {
  id: string
  email?: string | undefined
}

/**
 * The hosted checkout's URL for a choice, with the buyer's email address filled in and their id as reference.
 * @throws when the operator set no link for it.
 */
export function startCheckout(
  { plan, period }: PlanChoice,
  { id, email }: Buyer,
  links: Capabilities['checkout'],
): string {
  const link = links?.[`${plan}_${period}`]
  if (link === undefined) throw new Error(`There is no payment link for ${plan}, ${period}.`)
  const address = new URL(link)
  if (email !== undefined) address.searchParams.set('prefilled_email', email)
  address.searchParams.set('client_reference_id', id)
  return address.href
}
