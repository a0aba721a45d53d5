import type { Usage } from '@callfolio/shared/contract/accounts/account.ts'
import { isUsedUp, limitReachedMessage } from '@callfolio/shared/plans.ts'
import { buttonClass } from '@callfolio/shared/ui/button.ts'
import { ProgressBar } from '@callfolio/shared/ui/progress-bar.tsx'
import { PricingLink } from '../web-link.tsx'
import { useUsage } from './use-usage.ts'

/** This month's microsites and the plan's limit; at the limit, a link to upgrade. */
export function UsageLine() {
  const { data: usage, isPending } = useUsage()
  if (isPending) return <div aria-hidden className="h-9 animate-breathe rounded-sm bg-surface" />
  if (usage === undefined) return null
  const full = isUsedUp(usage)
  return (
    <div className="grid gap-2">
      <div className="flex min-h-5 items-center justify-between gap-3">
        <p className={`text-13 tabular-nums ${full ? 'text-ink' : 'text-muted'}`}>
          {full ? limitReachedMessage(usage.used, usage.limit) : usageText(usage)}
        </p>
        {full && <PricingLink className={buttonClass('primary', 'sm')}>Upgrade</PricingLink>}
      </div>
      {usage.limit > 0 && (
        <ProgressBar thin percent={(100 * usage.used) / usage.limit} label="Microsites used this month" />
      )}
    </div>
  )
}

function usageText({ used, limit }: Usage): string {
  return limit < 0 ? `${used} microsites this month` : `${used} of ${limit} microsites this month`
}
