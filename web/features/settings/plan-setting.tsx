import type { ReactNode } from 'react'
import { Banner } from '@callfolio/shared/ui/banner.tsx'
import { formatDate, formatDay } from '@callfolio/shared/format.ts'
import { PortalButton, usePortal } from '../pricing/portal-button.tsx'
import { useSubscription } from '../plan/subscription-provider.tsx'
import { Setting } from './setting.tsx'
import { UpgradeButton } from '../pricing/pricing-dialog.tsx'

/** The plan, its usage, and the button to change it. */
export function PlanSetting() {
  const { plan, usage, periodEnd, subscribed, paid, billed } = useSubscription()
  const portal = usePortal()
  const limit = usage && (usage.limit < 0 ? '∞' : usage.limit)
  return (
    <Setting id="current-plan" title="Current Plan" text="Usage counts microsites created this month.">
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
            <p className="text-13 text-muted">To change or cancel your plan, ask your admin.</p>
          )}
        </div>
      </div>
    </Setting>
  )
}

/** Facts, each with its label. */
function Facts({ facts }: { facts: readonly (readonly [name: string, value: ReactNode])[] }) {
  return (
    <dl className="grid grid-cols-1 divide-y divide-line rounded border border-line">
      {facts.map(([name, value]) => (
        <div key={name} className="flex flex-wrap items-baseline justify-between gap-x-6 px-4 py-3 text-15">
          <dt className="text-muted">{name}</dt>
          <dd className="min-w-0 font-medium break-words tabular-nums">{value}</dd>
        </div>
      ))}
    </dl>
  )
}

interface PlanNoteProps {
  /** False: this server has no billing portal. */
  portal: boolean
}

/** What is unusual about a subscription; nothing for most. */
export function PlanNote({ portal }: PlanNoteProps) {
  const { status, plan, paid, periodEnd, awaitsPayment } = useSubscription()
  const lasts = plan !== null && plan.id !== 'free' && periodEnd !== null
  if (status === 'past_due' || status === 'unpaid') {
    return (
      <Banner tone="warning">
        Your last payment failed.{' '}
        {lasts ? `You keep ${plan.name} until ${formatDay(periodEnd)} while we retry the payment. ` : ''}
        {portal && 'Check your card under Manage Billing.'}
      </Banner>
    )
  }
  if (status === 'canceled' && lasts)
    return (
      <Banner>
        Your subscription is canceled. {plan.name} stays active until {formatDay(periodEnd)}.
      </Banner>
    )
  if (awaitsPayment) return <Banner>Just paid? Your plan updates once the payment is confirmed.</Banner>
  // A granted plan ends at the end of a day in UTC, and that date is shown in every time zone.
  if (status === 'active' && !paid && lasts)
    return (
      <Banner>
        Your admin gave you {plan.name} until {formatDate(periodEnd.slice(0, 10))}.
      </Banner>
    )
  return null
}
