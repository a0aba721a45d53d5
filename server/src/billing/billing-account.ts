import { AppError, TransientFailure } from '../kernel/errors.ts'
import type { Payments } from '../payments/payments.ts'
import type { PaymentsRepo } from './payments-repo.ts'

export interface PortalDeps {
  /** Null: the operator set no key for the provider. */
  payments: Pick<Payments, 'openPortal'> | null
  repo: Pick<PaymentsRepo, 'getCustomers' | 'listLive'>
  /** The portal's own address, where users sign in by email; undefined: the operator set none. */
  portalUrl: string | undefined
}

/**
 * The portal address where a user manages subscriptions and payment methods.
 * @param returnUrl where the portal returns to.
 * @throws AppError conflict when they have no billing account, unavailable when the provider is unreachable.
 */
export async function openPortal(
  { payments, repo, portalUrl }: PortalDeps,
  userId: string,
  returnUrl: string,
): Promise<string> {
  const url = payments && (await openSession(payments, await billedFirst(repo, userId), returnUrl))
  const address = url ?? portalUrl
  if (address === undefined)
    throw new AppError('conflict', 'We found no payment with your email address. Ask your admin.')
  return address
}

/** The user's customer ids at the provider, billed ones first. */
async function billedFirst(repo: PortalDeps['repo'], userId: string): Promise<string[]> {
  const [customers, live] = await Promise.all([repo.getCustomers(userId), repo.listLive(userId)])
  const billed = new Set(live.map(({ customerId }) => customerId))
  return customers.toSorted((a, b) => Number(billed.has(b)) - Number(billed.has(a)))
}

async function openSession(
  payments: Pick<Payments, 'openPortal'>,
  customers: readonly string[],
  returnUrl: string,
): Promise<string | null> {
  try {
    for (const customerId of customers) {
      const url = await payments.openPortal({ customerId, returnUrl })
      if (url !== null) return url
    }
    return null
  } catch (error) {
    if (!(error instanceof TransientFailure)) throw error
    throw new AppError('unavailable', 'We couldn’t reach the billing portal. Try again.', { cause: error })
  }
}

/**
 * Cancels a user's subscriptions at the provider.
 * @returns ids of the subscriptions that were `ended`, or `left` because no provider key is set.
 */
export async function endSubscriptions(
  { payments, repo }: { payments: Pick<Payments, 'cancelSubscription'> | null; repo: Pick<PaymentsRepo, 'listLive'> },
  userId: string,
): Promise<{ ended: string[]; left: string[] }> {
  const live = (await repo.listLive(userId)).map(({ id }) => id)
  if (payments === null) return { ended: [], left: live }
  for (const id of live) await payments.cancelSubscription(id)
  return { ended: live, left: [] }
}
