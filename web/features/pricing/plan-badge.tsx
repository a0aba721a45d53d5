import type { Plan } from '@callfolio/shared/plans.ts'

const BADGE = 'rounded-full px-2.5 py-0.5 text-13 font-medium whitespace-nowrap'

/** What stands out about a plan; nothing for most. */
export function PlanBadge({ plan, current }: { plan: Plan; current: boolean }) {
  if (current) return <span className={`${BADGE} border border-line-strong`}>Current Plan</span>
  if (!plan.available) return <span className={`${BADGE} border border-line text-muted`}>Coming Soon</span>
  return plan.id === 'pro' && <span className={`${BADGE} bg-accent-soft text-accent-text`}>Most Popular</span>
}
