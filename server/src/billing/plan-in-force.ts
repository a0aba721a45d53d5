import { PLAN_IDS, type PlanId } from '@callfolio/shared/contract/accounts/account.ts'
import { PLANS, type Plan } from '@callfolio/shared/plans.ts'
import type { Clock } from '../kernel/clock.ts'

export interface PlanDeps {
  subscriptions: { list(userId: string): Promise<HeldPlan[]> }
  defaultPlan: PlanId
  clock: Clock
}

/** The best of the user's plans. */
interface FoundSubscription extends HeldPlan {
  /** The provider still bills the user, for this plan or another. */
  billed: boolean
}

/**
 * A user's subscription: the best of their plans, or the server's default plan if they have none.
 * @returns null when they have none and the server's default is the free plan.
 */
export async function findSubscription(
  { subscriptions, defaultPlan, clock }: PlanDeps,
  userId: string,
): Promise<FoundSubscription | null> {
  const held = await subscriptions.list(userId)
  const best = getBest(held, clock())
  if (best) return { ...best, billed: held.some(isBilled) }
  return defaultPlan === 'free'
    ? null
    : { planId: defaultPlan, status: 'active', currentPeriodEnd: null, from: 'operator', billed: false }
}

/** The plan whose limits apply now: the subscription's while it is in force, else the server's default. */
export async function planInForce(deps: PlanDeps, userId: string): Promise<Plan> {
  const subscription = await findSubscription(deps, userId)
  return PLANS[subscription && isInForce(subscription, deps.clock()) ? subscription.planId : deps.defaultPlan]
}

/** A user's plan: given by the operator, or subscribed to at the payment provider. */
export interface HeldPlan {
  planId: PlanId
  /** The provider's status; a given plan is always active. */
  status: string
  /** The end of the paid, grace or given period; null: unknown, or no end. */
  currentPeriodEnd: Date | null
  from: 'operator' | 'provider'
}

/**
 * Grace period after the last paid period: the provider retries a card for about two weeks, and its events may be
 * late.
 */
export const GRACE_MS = 14 * 24 * 60 * 60 * 1000

/**
 * Whether a plan's limits apply now. While the provider reports a subscription as active, its plan outlasts the
 * period by the grace period, because a renewal event may be late and an end event may never arrive. A cancelled or
 * past due one lasts until its stored end (`paidUntil`).
 */
function isInForce({ status, currentPeriodEnd, from }: HeldPlan, now: Date): boolean {
  const lasts = (graceMs: number) => currentPeriodEnd !== null && currentPeriodEnd.getTime() + graceMs > now.getTime()
  if (status === 'active') return currentPeriodEnd === null || lasts(from === 'provider' ? GRACE_MS : 0)
  return (status === 'canceled' || status === 'past_due') && lasts(0)
}

/** The provider's statuses of subscriptions that are billed, or will be once a payment succeeds. */
export const LIVE_STATUSES = ['active', 'past_due', 'unpaid', 'paused']

/** True for a subscription that the provider bills, or will bill once a payment succeeds. */
function isBilled({ status, from }: HeldPlan): boolean {
  return from === 'provider' && LIVE_STATUSES.includes(status)
}

/**
 * The best of several plans, by these criteria in order: in force, higher plan, active rather than cancelled, paid
 * rather than given (its end is the next bill), longest. Ignores a given plan that has ended.
 */
function getBest(held: readonly HeldPlan[], now: Date): HeldPlan | null {
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
