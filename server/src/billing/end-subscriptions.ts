import type { Payments } from '../payments/payments.ts'
import type { PaymentsRepo } from './payments-repo.ts'

export interface EndSubscriptionsDeps {
  /** Null: the operator set no key for the provider. */
  payments: Pick<Payments, 'cancelSubscription'> | null
  repo: Pick<PaymentsRepo, 'listLive'>
}

/**
 * Has the provider bill a user no more.
 * @returns ids of the subscriptions it ended, and of those `left` that it could not be told of.
 */
export async function endSubscriptions(
  { payments, repo }: EndSubscriptionsDeps,
  userId: string,
): Promise<{ ended: string[]; left: string[] }> {
  const live = (await repo.listLive(userId)).map(({ id }) => id)
  if (payments === null) return { ended: [], left: live }
  for (const id of live) await payments.cancelSubscription(id)
  return { ended: live, left: [] }
}
