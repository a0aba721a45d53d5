import type { Usage } from '@callfolio/shared/contract/account.ts'
import { isUsedUp, limitReachedMessage } from '@callfolio/shared/plans.ts'
import { LimitReached } from '@callfolio/shared/ui/limit-reached.tsx'
import { ProgressBar } from '@callfolio/shared/ui/progress-bar.tsx'
import { PricingLink } from '../web-link.tsx'
import { useUsage } from './use-usage.ts'

/** This month's microsites of the plan's limit; once they are used up, the way to more. */
export function UsageLine() {
  const { data: usage, isPending } = useUsage()
  if (isPending) return <div aria-hidden className="h-9 animate-breathe rounded-sm bg-surface" />
  if (usage === undefined) return null
  if (isUsedUp(usage)) return <LimitReached tone="info" message={limitReachedMessage(usage.used, usage.limit)} pricingLink={PricingLink} />
  return (
    <div className="grid gap-2">
      <p className="text-13 text-muted tabular-nums">{usageText(usage)}</p>
      {usage.limit > 0 && <ProgressBar thin percent={(100 * usage.used) / usage.limit} label="Microsites used this month" />}
    </div>
  )
}

function usageText({ used, limit }: Usage): string {
  return limit < 0 ? `${used} microsites this month` : `${used} of ${limit} microsites this month`
}
