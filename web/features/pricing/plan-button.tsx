import type { Plan } from '@callfolio/shared/plans.ts'
import { Button, buttonClass } from '@callfolio/shared/ui/button.tsx'
import { SIGN_UP_PATH } from '../../lib/auth-paths.ts'
import { useVisitor } from '../plan/subscription-context.ts'
import { canBuy, isIncluded } from './plan-choice.ts'
import { PortalButton, type Portal } from './portal-button.tsx'
import type { Checkout } from './use-checkout.ts'

interface PlanButtonProps {
  plan: Plan
  checkout: Checkout
  portal: Portal
  /** The plan chosen before signing in: its button has the focus. */
  chosen: boolean
}

/** A plan's button, in the plans' form. Never sells a plan the user already pays for, or a second one: those users go to the portal. */
export function PlanButton({ plan, checkout, portal, chosen }: PlanButtonProps) {
  const { status, plan: current, subscription } = useVisitor()
  if (!plan.available) return <Idle>Coming Soon</Idle>
  if (plan.id === 'free' && status !== 'signed_in') {
    return (
      <a href={SIGN_UP_PATH} className={buttonClass('secondary')}>
        Get Started
      </a>
    )
  }
  if (portal.available && (plan.id === 'free' || subscription?.billed)) return <PortalButton portal={portal} />
  if (plan.id === current?.id && !canBuy(plan, subscription)) return <Idle>Current Plan</Idle>
  if (plan.id === 'free' || isIncluded(plan, current)) return <Idle>Included</Idle>
  const { processing } = checkout
  const disabled = processing || status === 'loading' || subscription?.loading || subscription?.billed
  return (
    <Button
      type="submit"
      name="plan"
      value="pro"
      // A disabled button can't have the focus.
      ref={chosen && !disabled ? focusOnce : undefined}
      disabled={disabled}
    >
      {processing ? 'Processing...' : `Get ${plan.name}`}
    </Button>
  )
}

function Idle({ children }: { children: string }) {
  return (
    <Button variant="secondary" disabled>
      {children}
    </Button>
  )
}

function focusOnce(button: HTMLButtonElement | null): void {
  button?.focus()
}
