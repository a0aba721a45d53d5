import { formatDate, formatDay } from '@callfolio/shared/format.ts'
import { Banner } from '@callfolio/shared/ui/banner.tsx'
import { useSubscription } from '../plan/subscription-provider.tsx'

interface PlanNoteProps {
  /** False: this server has no billing portal. */
  portal: boolean
}

/** What is out of the ordinary about a subscription; nothing for most. */
export function PlanNote({ portal }: PlanNoteProps) {
  const { status, plan, paid, periodEnd, awaitsPayment } = useSubscription()
  const lasts = plan !== null && plan.id !== 'free' && periodEnd !== null
  if (status === 'past_due' || status === 'unpaid') {
    return (
      <Banner tone="warning">
        Your last payment failed.{' '}
        {lasts ? `${plan.name} stays until ${formatDay(periodEnd)} while it is tried again. ` : ''}
        {portal && 'Please check your card under Manage Billing.'}
      </Banner>
    )
  }
  if (status === 'canceled' && lasts)
    return (
      <Banner>
        Your subscription is cancelled. {plan.name} stays until {formatDay(periodEnd)}.
      </Banner>
    )
  if (awaitsPayment)
    return <Banner>If you have just paid: your plan changes here as soon as the payment is confirmed.</Banner>
  // The operator gives a plan to the end of a day in UTC, and that day is meant wherever it is read.
  if (status === 'active' && !paid && lasts)
    return (
      <Banner>
        {plan.name} was given to you until {formatDate(periodEnd.slice(0, 10))}.
      </Banner>
    )
  return null
}
