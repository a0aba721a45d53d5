import { Check } from 'lucide-react'
import type { ReactNode } from 'react'
import { planFeatures, yearlyPrice, yearlySaving, type Plan } from '@callfolio/shared/plans.ts'

interface PlanCardProps {
  plan: Plan
  /** The current user's plan. */
  current: boolean
  /** Heading level of the plan's name, below the surrounding heading. */
  heading: 'h2' | 'h3'
  /** The button. */
  children: ReactNode
}

/** One plan: price, button, features. */
export function PlanCard({ plan, current, heading: Heading, children }: PlanCardProps) {
  return (
    <li className={`flex flex-col gap-5 rounded border p-6 ${plan.id === 'pro' ? 'border-accent' : 'border-line'}`}>
      <div className="grid gap-1">
        <div className="flex min-h-7 items-center justify-between gap-3">
          <Heading className="text-21 font-semibold tracking-tight">{plan.name}</Heading>
          <PlanBadge plan={plan} current={current} />
        </div>
        <p className="text-15 text-muted">{plan.pitch}</p>
      </div>
      <PlanPrice plan={plan} />
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

const BADGE = 'rounded-full px-2.5 py-0.5 text-13 font-medium whitespace-nowrap'

/** A plan's highlight; nothing for most. */
function PlanBadge({ plan, current }: { plan: Plan; current: boolean }) {
  if (current) return <span className={`${BADGE} border border-line-strong`}>Current Plan</span>
  if (!plan.available) return <span className={`${BADGE} border border-line text-muted`}>Coming Soon</span>
  return plan.id === 'pro' && <span className={`${BADGE} bg-accent-soft text-accent-text`}>Most Popular</span>
}

/** A plan's price for the billing period that is checked, which the stylesheet chooses. */
function PlanPrice({ plan }: { plan: Plan }) {
  const saving = yearlySaving(plan)
  if (saving === 0) return <Price dollars={plan.monthlyPrice} per="month" />
  return (
    <>
      <div data-price="monthly" className="group-has-[[value=yearly]:checked]/plans:hidden">
        <Price dollars={plan.monthlyPrice} per="month" />
      </div>
      <div data-price="yearly" className="hidden group-has-[[value=yearly]:checked]/plans:block">
        <Price dollars={yearlyPrice(plan)} per="year" saving={saving} />
      </div>
    </>
  )
}

/** Keeps its height without savings, so that the toggle doesn't shift the layout. */
function Price({ dollars, per, saving = 0 }: { dollars: number; per: 'month' | 'year'; saving?: number }) {
  return (
    <div>
      <p className="flex items-baseline gap-1.5">
        <span className="text-40 font-semibold tracking-[-0.03em] tabular-nums">${dollars}</span>{' '}
        <span className="text-15 text-muted">per {per}</span>
      </p>
      <p className="min-h-5 text-13 text-success">{saving > 0 && `Save $${saving} per year`}</p>
    </div>
  )
}
