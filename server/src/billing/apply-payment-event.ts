import type { Logger } from '../kernel/logger.ts'
import type { PaymentEvent } from '../payments/payments.ts'
import { storeSubscription, type StoreDeps } from './store-subscription.ts'

export interface ApplyEventDeps extends StoreDeps {
  userExists: (userId: string) => Promise<boolean>
}

/**
 * Brings what is known of somebody's subscriptions up to date. The event only tells whose: doubled, late and reversed
 * ones end in the same state. A subscription whose customer is nobody yet is kept until the checkout tells who it is.
 * @throws TransientFailure when the provider can't be asked; it sends the event again then.
 */
export async function applyPaymentEvent(
  deps: ApplyEventDeps,
  { id, type, subject }: PaymentEvent,
  eventLog: Logger,
): Promise<void> {
  if (subject === null) return
  const log = eventLog.child({ event: id, type })
  const { customerId, subscriptionId, reference } = subject
  const { repo, payments, clock } = deps
  if (reference !== null) {
    if (await deps.userExists(reference)) await repo.learnCustomer(customerId, reference, clock())
    else log.warn({ customer: customerId }, 'a checkout names a user who does not exist')
  }
  const affected = subscriptionId === null ? await payments.listSubscriptions(customerId) : [subscriptionId]
  for (const subscription of affected) await storeSubscription(deps, subscription, log)
  // Asked only now: the checkout may have told in the meantime, and found nothing to assign yet.
  const userId = await repo.userOf(customerId)
  if (userId === null) return log.info({ customer: customerId }, 'nobody is known to be this customer yet')
  await repo.assign(customerId, userId)
}
