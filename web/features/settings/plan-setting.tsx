import { Banner } from '@callfolio/shared/ui/banner.tsx'
import { formatDay } from '@callfolio/shared/format.ts'
import { PortalButton } from '../pricing/portal-button.tsx'
import { usePortal } from '../pricing/use-portal.ts'
import { useSubscription } from '../plan/subscription-provider.tsx'
import { Facts } from './facts.tsx'
import { PlanNote } from './plan-note.tsx'
import { Setting } from './setting.tsx'
import { UpgradeButton } from './upgrade-button.tsx'

/** The plan, what is used of it, and the way to another one. */
export function PlanSetting() {
  const { plan, usage, periodEnd, subscribed, paid, billed } = useSubscription()
  const portal = usePortal()
  const limit = usage && (usage.limit < 0 ? '∞' : usage.limit)
  return (
    <Setting id="current-plan" title="Current Plan" text="Usage counts the microsites made this month.">
      <div className="grid gap-4">
        <PlanNote portal={portal.available} />
        <Facts
          facts={[
            ['Plan', plan?.name ?? '–'],
            ['Usage', usage ? `${usage.used}/${limit} microsites` : '–'],
            ['Next Billing', subscribed && paid && periodEnd !== null ? formatDay(periodEnd) : '—'],
          ]}
        />
        {portal.problem !== null && <Banner tone="danger">{portal.problem}</Banner>}
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
          <UpgradeButton />
          {portal.available && <PortalButton portal={portal} />}
          {billed && !portal.available && (
            <p className="text-13 text-muted">
              This server has no billing portal. Its operator changes or ends your plan.
            </p>
          )}
        </div>
      </div>
    </Setting>
  )
}
