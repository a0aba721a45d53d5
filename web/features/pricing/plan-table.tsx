import { useState, type SyntheticEvent } from 'react'
import { PLANS, YEARLY_DISCOUNT } from '@callfolio/shared/plans.ts'
import { Banner } from '@callfolio/shared/ui/banner.tsx'
import { TEXT_LINK } from '@callfolio/shared/ui/button.tsx'
import { useVisitor } from '../plan/subscription-context.ts'
import { PlanButton } from './plan-button.tsx'
import { PlanCard } from './plan-card.tsx'
import { BILLING_PERIODS, type BillingPeriod, type PlanChoice } from './plan-choice.ts'
import { useCheckout } from './use-checkout.ts'
import { usePortal } from './portal-button.tsx'

/** Introduces the plans. */
export const START_FREE = `Start free. Upgrade when you need more than ${PLANS.free.limits.micrositesPerMonth} microsites a month.`

interface PlanTableProps {
  heading: 'h2' | 'h3'
  /** Chosen before signing in. */
  choice?: PlanChoice | null
}

/**
 * The three plans with the billing period toggle and the buy buttons. A form: without a script, or for visitors, buying
 * opens the sign-in with the choice in its URL.
 */
export function PlanTable({ heading, choice = null }: PlanTableProps) {
  const [period, setPeriod] = useState<BillingPeriod>(choice?.period ?? 'monthly')
  const { user, plan: current } = useVisitor()
  const checkout = useCheckout()
  const portal = usePortal()
  const problem = checkout.problem ?? portal.problem
  const buy = (event: SyntheticEvent<HTMLFormElement, SubmitEvent>) => {
    if (user === null) return
    event.preventDefault()
    // Without a button to buy, Enter in a field submits the form, too.
    if (event.nativeEvent.submitter !== null) void checkout.buy({ plan: 'pro', period }, user)
  }
  return (
    <form action="/auth" onSubmit={buy} className="group/plans grid min-w-0 grid-cols-1 justify-items-start gap-6">
      <PeriodToggle period={period} onChange={setPeriod} />
      {problem !== null && <Banner tone="danger">{problem}</Banner>}
      <ul className="grid w-full gap-4 lg:grid-cols-3">
        {Object.values(PLANS).map((plan) => (
          <PlanCard key={plan.id} plan={plan} current={plan.id === current?.id} heading={heading}>
            <PlanButton plan={plan} checkout={checkout} portal={portal} chosen={plan.id === choice?.plan} />
          </PlanCard>
        ))}
      </ul>
      <p className="text-15 text-muted">
        Larger team, or a question?{' '}
        <a href="/#contact" className={TEXT_LINK}>
          Contact our sales team
        </a>
      </p>
    </form>
  )
}

const NAMES: Record<BillingPeriod, string> = { monthly: 'Monthly', yearly: 'Yearly' }

/** Monthly or yearly, with the yearly savings. */
function PeriodToggle({ period, onChange }: { period: BillingPeriod; onChange: (period: BillingPeriod) => void }) {
  return (
    <fieldset className="inline-flex gap-1 rounded border border-line bg-surface p-1">
      <legend className="sr-only">Billing period</legend>
      {BILLING_PERIODS.map((each) => (
        <label
          key={each}
          className="flex h-8 cursor-pointer items-center gap-2 rounded-sm border border-transparent px-3 text-15 font-medium text-muted transition-colors duration-150 hover:text-ink has-checked:border-line has-checked:bg-paper has-checked:text-ink has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-accent"
        >
          <input
            type="radio"
            name="period"
            value={each}
            checked={each === period}
            onChange={() => onChange(each)}
            className="sr-only"
          />
          {NAMES[each]}
          {each === 'yearly' && (
            <span className="rounded-full bg-success-soft px-2 text-13 text-success">
              Save {YEARLY_DISCOUNT * 100}%
            </span>
          )}
        </label>
      ))}
    </fieldset>
  )
}
