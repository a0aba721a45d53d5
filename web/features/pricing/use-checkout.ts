import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { Capabilities } from '@callfolio/shared/contract/capabilities.ts'
import { awaitPayment } from '../plan/awaited-payment.ts'
import { CAPABILITIES } from '../../lib/use-capabilities.ts'
import type { PlanChoice } from './plan-choice.ts'

const CHECKOUT_FAILED = 'Failed to start checkout. Please try again.'

export interface Checkout {
  /** Opens the checkout. */
  buy: (choice: PlanChoice, buyer: Buyer) => Promise<void>
  processing: boolean
  problem: string | null
}

/** Buying a plan. */
export function useCheckout(): Checkout {
  const queryClient = useQueryClient()
  const [processing, setProcessing] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)

  // Users who return with the back button find the page as they left it.
  useEffect(() => {
    const comeBack = (event: PageTransitionEvent) => event.persisted && setProcessing(false)
    addEventListener('pageshow', comeBack)
    return () => removeEventListener('pageshow', comeBack)
  }, [])

  const buy = async (choice: PlanChoice, buyer: Buyer) => {
    setProcessing(true)
    setProblem(null)
    try {
      const { checkout } = await queryClient.fetchQuery(CAPABILITIES)
      const address = startCheckout(choice, buyer, checkout)
      awaitPayment(buyer.id)
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
