import { isUsedUp, limitReachedMessage } from '@callfolio/shared/plans.ts'
import { buttonClass } from '@callfolio/shared/ui/button.tsx'
import { PricingLink } from '../web-link.tsx'
import { useUsage } from './use-usage.ts'

/** At the plan's limit: says so, with a link to upgrade. */
export function UsageLine() {
  const { data: usage } = useUsage()
  if (usage === undefined || !isUsedUp(usage)) return null
  return (
    <div className="flex items-center justify-between gap-3">
      <p className="text-13 tabular-nums">{limitReachedMessage(usage.used, usage.limit)}</p>
      <PricingLink className={buttonClass('primary', 'sm')}>Upgrade</PricingLink>
    </div>
  )
}
