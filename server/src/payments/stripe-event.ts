import { z } from 'zod'
import type { EventSubject } from './payments.ts'
import { reference } from './stripe-reference.ts'

/** Events that can change what somebody has paid for. */
const WATCHED = new Set([
  'checkout.session.completed',
  'customer.subscription.created',
  'customer.subscription.updated',
  'customer.subscription.deleted',
  'invoice.paid',
  'invoice.payment_failed',
  'charge.refunded',
])

/** The part of a session, subscription, invoice or charge that says whom it is about, in every version of the API. */
const objectSchema = z.object({
  id: z.string(),
  object: z.string(),
  customer: reference.nullish(),
  subscription: reference.nullish(),
  client_reference_id: z.string().nullish(),
  parent: z.object({ subscription_details: z.object({ subscription: reference }).nullish() }).nullish(),
})

/** Reads what an event of Stripe is about. @returns null when it can change nothing here. */
export function subjectOf(type: string, object: unknown): EventSubject | null {
  const read = objectSchema.safeParse(object)
  if (!WATCHED.has(type) || !read.success || !read.data.customer) return null
  const { id, object: kind, customer, subscription, client_reference_id, parent } = read.data
  const subscriptionId =
    kind === 'subscription' ? id : (parent?.subscription_details?.subscription ?? subscription ?? null)
  return { customerId: customer, subscriptionId, reference: client_reference_id ?? null }
}
