import type { PlanId } from '@callfolio/shared/contract/accounts/account.ts'
import type { Clock } from '../kernel/clock.ts'
import { TransientFailure } from '../kernel/errors.ts'
import type { Logger } from '../kernel/logger.ts'
import type { PaymentEvent, Payments, PaymentSubscription } from '../payments/payments.ts'
import type { PaymentsRepo } from './payments-repo.ts'
import { GRACE_MS } from './plan-in-force.ts'

/** Each lost race means that another event's state was stored; a burst has far fewer events. */
const MAX_ATTEMPTS = 20

/** Subscriptions that ended for these reasons were never paid for their last period. */
const UNPAID_REASONS = ['payment_failed', 'payment_disputed']

export interface ApplyEventDeps extends StoreDeps {
  /** Null: the account doesn't exist. */
  accountById: (userId: string) => Promise<{ email: string | null } | null>
}

/**
 * Updates the stored subscriptions of the event's customer. The event only names the customer; the state comes from
 * the provider, so duplicate, late and reordered events end in the same state. An unknown customer's subscription is
 * kept until the checkout's event names the user. Any buyer can name any user and give them a plan, but becomes the
 * user's customer, whose portal the user can open, only when the user's own address paid.
 * @throws TransientFailure when the provider is unreachable; it resends the event.
 */
export async function applyPaymentEvent(
  deps: ApplyEventDeps,
  { id, type, subject }: PaymentEvent,
  eventLog: Logger,
): Promise<void> {
  if (subject === null) return
  const log = eventLog.child({ event: id, type })
  const { customerId, subscriptionId, buyer } = subject
  const { repo, payments, clock } = deps
  const named = buyer && (await deps.accountById(buyer.userId))
  if (buyer && named && named.email !== null && buyer.email?.toLowerCase() === named.email)
    await repo.learnCustomer(customerId, buyer.userId, clock())
  // The account may belong to another server, or may just have been deleted; in that case the charges continue.
  if (buyer && !named)
    log.error(
      { customer: customerId, subscription: subscriptionId },
      'checkout for an unknown user: cancel and refund it, unless another product on this Stripe account sold it',
    )
  const affected = subscriptionId === null ? await payments.listSubscriptions(customerId) : [subscriptionId]
  for (const subscription of affected) await storeSubscription(deps, subscription, log)
  // Read late: the checkout's event may have arrived before there was a subscription to assign.
  const userId = (await repo.userFor(customerId)) ?? (named ? buyer.userId : null)
  if (userId === null) return log.info({ customer: customerId }, 'unknown customer')
  await repo.assign(customerId, userId)
}

interface StoreDeps {
  payments: Payments
  repo: PaymentsRepo
  /** The plan for a price. */
  prices: ReadonlyMap<string, PlanId>
  clock: Clock
}

/**
 * Fetches a subscription from the provider and stores it by compare-and-swap: if the stored row changed since it was
 * read, it is fetched again. So the stored state is always the one fetched last, and of two concurrent events, in any
 * process, none leaves an older state behind.
 * @throws TransientFailure when the provider is unreachable.
 */
async function storeSubscription(deps: StoreDeps, id: string, log: Logger): Promise<void> {
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt += 1) {
    const known = await deps.repo.find(id)
    const found = await deps.payments.readSubscription(id)
    if (!found) {
      log.warn({ subscription: id }, 'the payment provider does not know this subscription')
      // A subscription that the provider no longer knows is no longer billed.
      if (known === null) return
      const { updatedAt: _, ...last } = known
      if (await deps.repo.store({ ...last, status: 'canceled' }, known, deps.clock())) return
      continue
    }
    const bought = whatWasBought(deps, found)
    if (bought.planId === null)
      log.warn(
        { subscription: id, prices: found.items.map(({ priceId }) => priceId) },
        'a subscription has a price that is not in the settings',
      )
    const planId = bought.planId ?? known?.planId
    // Subscribers of a price that was removed from the settings keep their plan.
    if (planId === undefined || bought.periodEnd === null) return
    const currentPeriodEnd = await paidUntil(found, bought.periodEnd, (invoice) => deps.payments.isRefunded(invoice))
    const news = { id, customerId: found.customerId, planId, status: getStatus(found), currentPeriodEnd }
    if (await deps.repo.store(news, known, deps.clock())) return
  }
  throw new TransientFailure('conflict', 'The subscription changed too often while it was stored.')
}

function whatWasBought(
  { prices }: StoreDeps,
  { items }: PaymentSubscription,
): { planId: PlanId | null; periodEnd: Date | null } {
  const item = items.find(({ priceId }) => prices.has(priceId))
  if (item) return { planId: prices.get(item.priceId) ?? null, periodEnd: item.periodEnd }
  return { planId: null, periodEnd: items[0]?.periodEnd ?? null }
}

/** A trial has the whole plan. */
function getStatus({ status }: PaymentSubscription): string {
  return status === 'trialing' ? 'active' : status
}

/**
 * When a subscription's plan ends: a cancelled one at the end of the period that was paid, one with a failed payment after
 * the grace period.
 * @param periodEnd of the item that decides the plan.
 * @param isRefunded called for a cancelled subscription only: a refunded period is not paid.
 */
export async function paidUntil(
  { status, ended, latestInvoice }: PaymentSubscription,
  periodEnd: Date,
  isRefunded: (invoiceId: string) => Promise<boolean>,
): Promise<Date> {
  if (status === 'past_due' && latestInvoice) return new Date(latestInvoice.createdAt.getTime() + GRACE_MS)
  if (status !== 'canceled' || !ended || ended.at >= periodEnd) return periodEnd
  const unpaid =
    UNPAID_REASONS.includes(ended.reason ?? '') ||
    (latestInvoice !== null && (!latestInvoice.paid || (await isRefunded(latestInvoice.id))))
  return unpaid ? ended.at : periodEnd
}
