import { Link } from 'react-router'
import type { Plan } from '@callfolio/shared/plans.ts'
import { buttonClass } from '@callfolio/shared/ui/button.ts'
import { SIGN_UP_PATH } from '../../lib/auth-paths.ts'
import { useVisitor } from '../plan/subscription-context.ts'
import { canBuy, isIncluded, type BillingPeriod } from './plan-choice.ts'
import { PortalButton, type Portal } from './portal-button.tsx'
import type { Checkout } from './use-checkout.ts'

interface PlanButtonProps {
  plan: Plan
  period: BillingPeriod
  checkout: Checkout
  portal: Portal
  /** The plan chosen before signing in: its button has the focus. */
  chosen: boolean
}

/** A plan's button. Never sells a plan the user already pays for, or a second one: those users go to the portal. */
export function PlanButton({ plan, period, checkout, portal, chosen }: PlanButtonProps) {
  const { status, plan: current, subscription } = useVisitor()
  if (!plan.available) return <Idle>Coming Soon</Idle>
  if (plan.id === 'free' && status !== 'signed_in') {
    return (
      <Link to={SIGN_UP_PATH} className={buttonClass('secondary')}>
        Get Started
      </Link>
    )
  }
  if (portal.available && (plan.id === 'free' || subscription?.billed)) return <PortalButton portal={portal} />
  if (plan.id === current?.id && !canBuy(plan, subscription)) return <Idle>Current Plan</Idle>
  if (plan.id === 'free' || isIncluded(plan, current)) return <Idle>Included</Idle>
  const { buy, processing } = checkout
  return (
    <button
      type="button"
      ref={chosen ? focusOnce : undefined}
      disabled={processing || status === 'loading' || subscription?.loading || subscription?.billed}
      onClick={() => void buy({ plan: 'pro', period })}
      className={buttonClass()}
    >
      {processing ? 'Processing...' : `Get ${plan.name}`}
    </button>
  )
}

function Idle({ children }: { children: string }) {
  return (
    <button type="button" disabled className={buttonClass('secondary')}>
      {children}
    </button>
  )
}

function focusOnce(button: HTMLButtonElement | null): void {
  button?.focus()
}
