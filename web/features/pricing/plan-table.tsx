import { useState } from 'react'
import { Link } from 'react-router'
import { PLANS } from '@callfolio/shared/plans.ts'
import { Banner } from '@callfolio/shared/ui/banner.tsx'
import { TEXT_LINK } from '@callfolio/shared/ui/button.ts'
import { useVisitor } from '../plan/use-visitor.ts'
import { PeriodToggle } from './period-toggle.tsx'
import { PlanButton } from './plan-button.tsx'
import { PlanCard } from './plan-card.tsx'
import type { BillingPeriod, PlanChoice } from './plan-choice.ts'
import { useCheckout } from './use-checkout.ts'
import { usePortal } from './use-portal.ts'

interface PlanTableProps {
  heading: 'h2' | 'h3'
  /** Chosen before signing in. */
  choice?: PlanChoice | null
}

/** The three plans with the choice of the billing period, and the way to buy one. */
export function PlanTable({ heading, choice = null }: PlanTableProps) {
  const [period, setPeriod] = useState<BillingPeriod>(choice?.period ?? 'monthly')
  const { plan: current } = useVisitor()
  const checkout = useCheckout()
  const portal = usePortal()
  const problem = checkout.problem ?? portal.problem
  return (
    <div className="grid min-w-0 grid-cols-1 justify-items-start gap-6">
      <PeriodToggle period={period} onChange={setPeriod} />
      {problem !== null && <Banner tone="danger">{problem}</Banner>}
      <ul className="grid w-full gap-4 lg:grid-cols-3">
        {Object.values(PLANS).map((plan) => (
          <PlanCard key={plan.id} plan={plan} period={period} current={plan.id === current?.id} heading={heading}>
            <PlanButton
              plan={plan}
              period={period}
              checkout={checkout}
              portal={portal}
              chosen={plan.id === choice?.plan}
            />
          </PlanCard>
        ))}
      </ul>
      <p className="text-15 text-muted">
        Larger team, or a question first?{' '}
        <Link to="/#contact" className={TEXT_LINK}>
          Contact our sales team
        </Link>
      </p>
    </div>
  )
}
