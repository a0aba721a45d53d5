import { PLAN_IDS, type PlanId } from '@callfolio/shared/contract/account.ts'

/** A plan that somebody holds: the operator gave it, or the payment provider says that it is subscribed to. */
export interface HeldPlan {
  planId: PlanId
  /** The provider's word; the operator's is always active. */
  status: string
  /** Until when it is paid, borne with, or given; null: not told, or for good. */
  currentPeriodEnd: Date | null
  from: 'operator' | 'provider'
}

/** How long a plan outlives what is known to be paid: a card is tried again for about two weeks, and news may be late. */
export const GRACE_MS = 14 * 24 * 60 * 60 * 1000

/**
 * True when its limits hold now. What is paid for outlives its period's end by the days of grace while the provider calls
 * it active: the news of a renewal may be late, and that of an end may never come. Cancelled and past due, it holds until
 * its time (paid-until.ts).
 */
export function isInForce({ status, currentPeriodEnd, from }: HeldPlan, now: Date): boolean {
  const lasts = (graceMs: number) => currentPeriodEnd !== null && currentPeriodEnd.getTime() + graceMs > now.getTime()
  if (status === 'active') return currentPeriodEnd === null || lasts(from === 'provider' ? GRACE_MS : 0)
  return (status === 'canceled' || status === 'past_due') && lasts(0)
}

/** The provider still bills these, or will when they are paid. */
export const LIVE_STATUSES = ['active', 'past_due', 'unpaid', 'paused']

/** True when the provider bills it, or will when it is paid: it is not over. */
export function isBilled({ status, from }: HeldPlan): boolean {
  return from === 'provider' && LIVE_STATUSES.includes(status)
}

/**
 * The one that counts: in force before over, the higher plan, then active before cancelled, what is paid for before what is
 * given (its end is when it is billed next), then what lasts longest. What the operator gave until a time that has passed
 * is as if never given.
 */
export function bestOf(held: readonly HeldPlan[], now: Date): HeldPlan | null {
  const known = held.filter((plan) => plan.from === 'provider' || isInForce(plan, now))
  const [best] = known.toSorted((a, b) => compare(rank(b, now), rank(a, now)))
  return best ?? null
}

function rank(plan: HeldPlan, now: Date): number[] {
  return [
    Number(isInForce(plan, now)),
    PLAN_IDS.indexOf(plan.planId),
    Number(plan.status === 'active'),
    Number(plan.from === 'provider'),
    plan.currentPeriodEnd?.getTime() ?? Infinity,
  ]
}

function compare(a: readonly number[], b: readonly number[]): number {
  const at = a.findIndex((value, index) => value !== b[index])
  return at === -1 ? 0 : (a[at] ?? 0) - (b[at] ?? 0)
}
