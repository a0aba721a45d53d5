import { Check } from 'lucide-react'
import type { ReactNode } from 'react'
import { planFeatures, type Plan } from '@callfolio/shared/plans.ts'
import { PlanBadge } from './plan-badge.tsx'
import type { BillingPeriod } from './plan-choice.ts'
import { PlanPrice } from './plan-price.tsx'

interface PlanCardProps {
  plan: Plan
  period: BillingPeriod
  /** The plan of whoever is looking. */
  current: boolean
  /** Level of the name's heading, below the heading around. */
  heading: 'h2' | 'h3'
  /** The button. */
  children: ReactNode
}

/** One plan: price, button, what is in it. */
export function PlanCard({ plan, period, current, heading: Heading, children }: PlanCardProps) {
  return (
    <li className={`flex flex-col gap-5 rounded border p-6 ${plan.id === 'pro' ? 'border-accent' : 'border-line'}`}>
      <div className="grid gap-1">
        <div className="flex min-h-7 items-center justify-between gap-3">
          <Heading className="text-21 font-semibold tracking-tight">{plan.name}</Heading>
          <PlanBadge plan={plan} current={current} />
        </div>
        <p className="text-15 text-muted">{plan.pitch}</p>
      </div>
      <PlanPrice plan={plan} period={period} />
      {children}
      <div className="grid gap-2.5 border-t border-line pt-5">
        {!plan.available && <p className="text-13 font-medium">Planned</p>}
        <ul className="grid gap-2.5">
          {planFeatures(plan).map((feature) => (
            <li key={feature} className="flex gap-2.5 text-15">
              <Check
                size={17}
                aria-hidden
                className={`mt-0.5 shrink-0 ${plan.available ? 'text-accent-text' : 'text-muted'}`}
              />
              {feature}
            </li>
          ))}
        </ul>
      </div>
    </li>
  )
}
