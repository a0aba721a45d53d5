import type { PlanId } from '@callfolio/shared/contract/account.ts'
import type { Clock } from '../kernel/clock.ts'
import { TransientFailure } from '../kernel/errors.ts'
import type { Logger } from '../kernel/logger.ts'
import type { Payments, PaymentSubscription } from '../payments/payments.ts'
import { paidUntil } from './paid-until.ts'
import type { PaymentsRepo } from './payments-repo.ts'

export interface StoreDeps {
  payments: Payments
  repo: PaymentsRepo
  /** The plan that a price buys. */
  prices: ReadonlyMap<string, PlanId>
  clock: Clock
}

/** Each lost race means that another event's news was stored; a burst has far fewer events. */
const MOST_TRIES = 20

/**
 * Asks the provider for a subscription and stores what it says. What was stored before is read first, and the news goes
 * in only while that still stands; else it is asked again. So whatever was stored last was asked for last: of two
 * events at once, here or in another process, none leaves an older state behind.
 * @throws TransientFailure when the provider can't be asked.
 */
export async function storeSubscription(deps: StoreDeps, id: string, log: Logger): Promise<void> {
  for (let attempt = 0; attempt < MOST_TRIES; attempt += 1) {
    const known = await deps.repo.find(id)
    const found = await deps.payments.readSubscription(id)
    if (!found) {
      log.warn({ subscription: id }, 'the payment provider knows no such subscription')
      // What it knew once and knows no more is billed no more.
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
    // A price that was taken out of the settings leaves those who pay it their plan.
    if (planId === undefined || bought.periodEnd === null) return
    const currentPeriodEnd = await paidUntil(found, bought.periodEnd, (invoice) => deps.payments.isRefunded(invoice))
    const news = { id, customerId: found.customerId, planId, status: statusOf(found), currentPeriodEnd }
    if (await deps.repo.store(news, known, deps.clock())) return
  }
  throw new TransientFailure('conflict', 'The subscription changes faster than it can be stored.')
}

function whatWasBought(
  { prices }: StoreDeps,
  { items }: PaymentSubscription,
): { planId: PlanId | null; periodEnd: Date | null } {
  const item = items.find(({ priceId }) => prices.has(priceId))
  if (item) return { planId: prices.get(item.priceId) ?? null, periodEnd: item.periodEnd }
  return { planId: null, periodEnd: items[0]?.periodEnd ?? null }
}

/** On trial one has the plan. */
function statusOf({ status }: PaymentSubscription): string {
  return status === 'trialing' ? 'active' : status
}
