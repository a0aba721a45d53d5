import type { PaymentSubscription } from '../payments/payments.ts'
import { GRACE_MS } from './held-plan.ts'

/** Ended for these reasons, the period that was billed last was never paid. */
const UNPAID_REASONS = ['payment_failed', 'payment_disputed']

/**
 * Until when a subscription gives its plan, as far as that is limited: a cancelled one to the end of the period that was
 * paid, one with a failed payment through the days of grace.
 * @param periodEnd of the item that decides the plan.
 * @param isRefunded asked only of a cancelled one: what went back is not paid.
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
