import { z } from 'zod'
import type { PaymentSubscription } from './payments.ts'
import { reference, time } from './stripe-reference.ts'

/** What is used of a subscription whose `latest_invoice` was asked for in full. */
const subscriptionSchema = z.object({
  id: z.string(),
  customer: reference,
  status: z.string(),
  items: z.object({ data: z.array(z.object({ price: reference, current_period_end: time })) }),
  ended_at: time.nullish(),
  cancellation_details: z.object({ reason: z.string().nullable() }).nullish(),
  latest_invoice: z.object({ id: z.string(), created: time, status: z.string().nullable() }).nullish(),
})

/** Reads Stripe's answer. */
export function readSubscription(reply: unknown): PaymentSubscription {
  const { id, customer, status, items, ended_at, cancellation_details, latest_invoice } =
    subscriptionSchema.parse(reply)
  return {
    id,
    customerId: customer,
    status,
    items: items.data.map(({ price, current_period_end }) => ({ priceId: price, periodEnd: current_period_end })),
    ended: ended_at ? { at: ended_at, reason: cancellation_details?.reason ?? null } : null,
    latestInvoice: latest_invoice
      ? { id: latest_invoice.id, createdAt: latest_invoice.created, paid: latest_invoice.status === 'paid' }
      : null,
  }
}
