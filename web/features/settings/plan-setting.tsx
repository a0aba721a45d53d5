import { formatDay } from '../../lib/format.ts'
import { useSubscription } from '../session/subscription-provider.tsx'
import { Facts } from './facts.tsx'
import { Setting } from './setting.tsx'
import { UpgradeButton } from './upgrade-button.tsx'

/** The plan, what is used of it, and the way to another one. */
export function PlanSetting() {
  const { plan, usage, periodEnd, subscribed } = useSubscription()
  const limit = usage && (usage.limit < 0 ? '∞' : usage.limit)
  return (
    <Setting id="current-plan" title="Current Plan" text="Usage counts the microsites made this month.">
      <div className="grid gap-4">
        <Facts
          facts={[
            ['Plan', plan?.name ?? '–'],
            ['Usage', usage ? `${usage.used}/${limit} microsites` : '–'],
            ['Next Billing', periodEnd === null ? '—' : formatDay(periodEnd)],
          ]}
        />
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
          <UpgradeButton />
          {subscribed && <p className="text-13 text-muted">This server has no billing portal. Its operator changes or ends your plan.</p>}
        </div>
      </div>
    </Setting>
  )
}
