import { randomUUID } from 'node:crypto'
import { API_VERSION, Refused } from './stripe-rules.ts'

/** A subscription in Stripe's format; times in ms. */
export interface WorldSubscription {
  id: string
  customer: string
  price: string
  status: string
  periodStart: number
  periodEnd: number
  cancelAtPeriodEnd: boolean
  endedAt: number | null
  endReason: string | null
  latestInvoice: { id: string; createdAt: number; paid: boolean; refunded: boolean }
}

/** An event as sent: with the object's state at that time. */
export interface WorldEvent {
  id: string
  object: 'event'
  api_version: string
  created: number
  livemode: boolean
  pending_webhooks: number
  request: { id: null; idempotency_key: null }
  type: string
  data: { object: Record<string, unknown> }
}

const MONTH_MS = 30 * 24 * 60 * 60 * 1000
const seconds = (ms: number) => Math.floor(ms / 1000)
const newId = (kind: string) => `${kind}_${randomUUID().replaceAll('-', '').slice(0, 24)}`

/**
 * Customers who subscribe, pay, fail to pay, cancel and get refunds. Each action returns the events that Stripe would
 * send.
 */
export function createStripeWorld(now: () => number = Date.now) {
  const subscriptions = new Map<string, WorldSubscription>()

  const event = (type: string, object: Record<string, unknown>): WorldEvent => ({
    id: newId('evt'),
    object: 'event',
    api_version: API_VERSION,
    created: seconds(now()),
    livemode: false,
    pending_webhooks: 1,
    request: { id: null, idempotency_key: null },
    type,
    data: { object },
  })
  const about = (sub: WorldSubscription, what: 'created' | 'updated' | 'deleted') =>
    event(`customer.subscription.${what}`, subscriptionJson(sub))
  const invoiced = (sub: WorldSubscription, what: 'paid' | 'payment_failed') =>
    event(`invoice.${what}`, invoiceJson(sub))
  const bill = (sub: WorldSubscription, paid: boolean) =>
    (sub.latestInvoice = { id: newId('in'), createdAt: now(), paid, refunded: false })
  const find = (id: string) => {
    const sub = subscriptions.get(id)
    if (!sub) throw new Refused(`No such subscription: '${id}'`, { status: 404, code: 'resource_missing', param: 'id' })
    return sub
  }

  return {
    find,

    /** Removes it from the account, as after a move to another one. */
    forget: (id: string) => void subscriptions.delete(id),
    ofCustomer: (customer: string) => [...subscriptions.values()].filter((sub) => sub.customer === customer),
    ofInvoice: (invoice: string) => [...subscriptions.values()].find((sub) => sub.latestInvoice.id === invoice),
    isCustomer: (customer: string) => [...subscriptions.values()].some((sub) => sub.customer === customer),

    /** A payment link's checkout. `reference`: the link's client_reference_id. */
    checkOut({
      price,
      reference,
      email = null,
      customer = newId('cus'),
    }: {
      price: string
      reference: string | null
      email?: string | null
      customer?: string
    }) {
      const id = newId('sub')
      const invoice = { id: newId('in'), createdAt: now(), paid: true, refunded: false }
      const sub: WorldSubscription = {
        id,
        customer,
        price,
        status: 'active',
        periodStart: now(),
        periodEnd: now() + MONTH_MS,
        cancelAtPeriodEnd: false,
        endedAt: null,
        endReason: null,
        latestInvoice: invoice,
      }
      subscriptions.set(id, sub)
      const session = {
        id: newId('cs_test'),
        object: 'checkout.session',
        mode: 'subscription',
        status: 'complete',
        payment_status: 'paid',
        customer,
        customer_details: { email },
        client_reference_id: reference,
        subscription: id,
        invoice: invoice.id,
      }
      return {
        sub,
        events: [about(sub, 'created'), invoiced(sub, 'paid'), event('checkout.session.completed', session)],
      }
    },

    /** Begins the next period, paid or not. */
    renew(id: string, paid = true): WorldEvent[] {
      const sub = find(id)
      Object.assign(sub, {
        periodStart: sub.periodEnd,
        periodEnd: sub.periodEnd + MONTH_MS,
        status: paid ? 'active' : 'past_due',
      })
      bill(sub, paid)
      return [invoiced(sub, paid ? 'paid' : 'payment_failed'), about(sub, 'updated')]
    },

    /** A previously failed payment succeeds. */
    pay(id: string): WorldEvent[] {
      const sub = Object.assign(find(id), { status: 'active' })
      sub.latestInvoice.paid = true
      return [invoiced(sub, 'paid'), about(sub, 'updated')]
    },

    /** Changes a subscription's fields, like the dashboard and the portal. */
    change(
      id: string,
      change: Partial<Pick<WorldSubscription, 'status' | 'price' | 'cancelAtPeriodEnd' | 'periodEnd'>>,
    ): WorldEvent[] {
      return [about(Object.assign(find(id), change), 'updated')]
    },

    /** @param reason Stripe's name for the cause. */
    end(id: string, reason = 'cancellation_requested'): WorldEvent[] {
      return [about(Object.assign(find(id), { status: 'canceled', endedAt: now(), endReason: reason }), 'deleted')]
    },

    refund(id: string): WorldEvent[] {
      const sub = find(id)
      sub.latestInvoice.refunded = true
      return [event('charge.refunded', { ...chargeJson(sub), customer: sub.customer })]
    },
  }
}

/** The API's object. */
export function subscriptionJson(sub: WorldSubscription, expand: readonly string[] = []): Record<string, unknown> {
  const period = { current_period_start: seconds(sub.periodStart), current_period_end: seconds(sub.periodEnd) }
  return {
    id: sub.id,
    object: 'subscription',
    customer: sub.customer,
    status: sub.status,
    cancel_at_period_end: sub.cancelAtPeriodEnd,
    canceled_at: sub.endedAt === null ? null : seconds(sub.endedAt),
    ended_at: sub.endedAt === null ? null : seconds(sub.endedAt),
    cancellation_details: { comment: null, feedback: null, reason: sub.endReason },
    items: {
      object: 'list',
      has_more: false,
      data: [
        {
          id: `si_${sub.id}`,
          object: 'subscription_item',
          price: { id: sub.price, object: 'price' },
          quantity: 1,
          ...period,
        },
      ],
    },
    latest_invoice: expand.includes('latest_invoice') ? invoiceJson(sub) : sub.latestInvoice.id,
    metadata: {},
  }
}

function invoiceJson({ id, customer, latestInvoice }: WorldSubscription): Record<string, unknown> {
  return {
    id: latestInvoice.id,
    object: 'invoice',
    customer,
    created: seconds(latestInvoice.createdAt),
    status: latestInvoice.paid ? 'paid' : 'open',
    parent: {
      type: 'subscription_details',
      quote_details: null,
      subscription_details: { metadata: {}, subscription: id },
    },
  }
}

/** The payments of a subscription's latest invoice, with their charge expanded. */
export function invoicePaymentsJson(sub: WorldSubscription): Record<string, unknown>[] {
  if (!sub.latestInvoice.paid) return []
  const intent = { id: `pi_${sub.latestInvoice.id}`, object: 'payment_intent', latest_charge: chargeJson(sub) }
  return [
    {
      id: `inpay_${sub.latestInvoice.id}`,
      object: 'invoice_payment',
      invoice: sub.latestInvoice.id,
      status: 'paid',
      payment: { type: 'payment_intent', payment_intent: intent },
    },
  ]
}

function chargeJson({ latestInvoice }: WorldSubscription): Record<string, unknown> {
  return { id: `ch_${latestInvoice.id}`, object: 'charge', refunded: latestInvoice.refunded }
}
