import { yearlyPrice, yearlySaving, type Plan } from '@callfolio/shared/plans.ts'
import type { BillingPeriod } from './plan-choice.ts'

/** What a plan costs, and what the year saves. As high with the saving as without, so that the toggle moves nothing. */
export function PlanPrice({ plan, period }: { plan: Plan; period: BillingPeriod }) {
  const saving = yearlySaving(plan)
  const yearly = period === 'yearly' && saving > 0
  return (
    <div>
      <p className="flex items-baseline gap-1.5">
        <span className="text-40 font-semibold tracking-[-0.03em] tabular-nums">
          ${yearly ? yearlyPrice(plan) : plan.monthlyPrice}
        </span>{' '}
        <span className="text-15 text-muted">per {yearly ? 'year' : 'month'}</span>
      </p>
      <p className="min-h-5 text-13 text-success">{yearly && `Save $${saving} per year`}</p>
    </div>
  )
}
