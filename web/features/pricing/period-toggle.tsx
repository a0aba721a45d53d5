import { useId } from 'react'
import { YEARLY_DISCOUNT } from '@callfolio/shared/plans.ts'
import { BILLING_PERIODS, type BillingPeriod } from './plan-choice.ts'

const NAMES: Record<BillingPeriod, string> = { monthly: 'Monthly', yearly: 'Yearly' }

/** Monthly or yearly, with what the year saves. */
export function PeriodToggle({
  period,
  onChange,
}: {
  period: BillingPeriod
  onChange: (period: BillingPeriod) => void
}) {
  const group = useId()
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
            name={group}
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
