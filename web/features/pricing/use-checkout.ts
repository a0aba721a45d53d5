import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import type { ReturnState } from '../session/return-path.ts'
import { CAPABILITIES } from '../session/use-capabilities.ts'
import { useVisitor } from '../session/use-visitor.ts'
import { choiceAddress, type PlanChoice } from './plan-choice.ts'
import { startCheckout } from './start-checkout.ts'

const CHECKOUT_FAILED = 'Failed to start checkout. Please try again.'

export interface Checkout {
  /** Goes to the checkout; who is signed out goes to /auth and comes back with the choice. */
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

  const buy = async (choice: PlanChoice) => {
    if (user === null) {
      const state: ReturnState = { returnTo: choiceAddress(choice) }
      return navigate('/auth', { state })
    }
    setProcessing(true)
    setProblem(null)
    try {
      const { checkout } = await queryClient.fetchQuery(CAPABILITIES)
      location.assign(startCheckout(choice, user, checkout))
    } catch (error) {
      console.error('checkout', error)
      setProblem(CHECKOUT_FAILED)
      setProcessing(false)
    }
  }

  return { buy, processing, problem }
}
