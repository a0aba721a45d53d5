import { z } from 'zod'
import type { EventSubject, PaymentSubscription } from './payments.ts'

/** Stripe refers to other objects by id, or embeds them; both become the id. */
const reference = z
  .union([z.string(), z.object({ id: z.string() })])
  .transform((named) => (typeof named === 'string' ? named : named.id))

/** Stripe's seconds since 1970. */
const time = z.number().transform((seconds) => new Date(seconds * 1000))

/** Events that can change what a user has paid for. */
const WATCHED = new Set([
  'checkout.session.completed',
  'customer.subscription.created',
  'customer.subscription.updated',
  'customer.subscription.deleted',
  'invoice.paid',
  'invoice.payment_failed',
  'charge.refunded',
])

/** The fields of a session, subscription, invoice or charge that name its customer, in every version of the API. */
const objectSchema = z.object({
  id: z.string(),
  object: z.string(),
  customer: reference.nullish(),
  subscription: reference.nullish(),
  client_reference_id: z.string().nullish(),
  customer_details: z.object({ email: z.string().nullish() }).nullish(),
  parent: z.object({ subscription_details: z.object({ subscription: reference }).nullish() }).nullish(),
})

/** Reads a Stripe event's subject. @returns null when it can change nothing here. */
export function getSubject(type: string, object: unknown): EventSubject | null {
  const read = objectSchema.safeParse(object)
  if (!WATCHED.has(type) || !read.success || !read.data.customer) return null
  const { id, object: kind, customer, subscription, client_reference_id: userId, customer_details, parent } = read.data
  const subscriptionId =
    kind === 'subscription' ? id : (parent?.subscription_details?.subscription ?? subscription ?? null)
  const buyer = userId ? { userId, email: customer_details?.email ?? null } : null
  return { customerId: customer, subscriptionId, buyer }
}

/** The used fields of a subscription, with its `latest_invoice` expanded. */
const subscriptionSchema = z.object({
  id: z.string(),
  customer: reference,
  status: z.string(),
  items: z.object({ data: z.array(z.object({ price: reference, current_period_end: time })) }),
  ended_at: time.nullish(),
  cancellation_details: z.object({ reason: z.string().nullable() }).nullish(),
  latest_invoice: z.object({ id: z.string(), created: time, status: z.string().nullable() }).nullish(),
})

/** Parses a subscription from Stripe's response. */
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
