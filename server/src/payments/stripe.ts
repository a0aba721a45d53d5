import type { Stripe } from 'stripe'
import { z } from 'zod'
import type { Clock } from '../kernel/clock.ts'
import { AppError, TransientFailure } from '../kernel/errors.ts'
import type { Payments } from './payments.ts'
import { readSubscription, getSubject } from './stripe-objects.ts'

/** Stripe waits about twenty seconds for the response to an event: a request and its retry must fit in. */
const TIMEOUT_MS = 8000
const MOST_SUBSCRIPTIONS = 100
/** How far from now, before or after, an event may be signed; the package checks only its age. */
const TOLERANCE_SECONDS = 300

export interface StripeSettings {
  secretKey: string
  /** Undefined: events can't be authenticated, and all are refused. */
  webhookSecret: string | undefined
  /** Address of the API; undefined: Stripe itself. */
  apiBase: string | undefined
  clock: Clock
}

/** Opens Stripe's API. Its package is loaded only here, because it costs a quarter of a second and 35 MB. */
export async function createStripePayments({
  secretKey,
  webhookSecret,
  apiBase,
  clock,
}: StripeSettings): Promise<Payments> {
  const { Stripe: StripeClient } = await import('stripe')
  const stripe = new StripeClient(secretKey, {
    ...(apiBase !== undefined && getAddress(apiBase)),
    telemetry: false,
    timeout: TIMEOUT_MS,
    maxNetworkRetries: 1,
  })

  /** @returns null for ids that Stripe does not know. */
  async function ask<T>(call: () => Promise<T>): Promise<T | null> {
    try {
      return await call()
    } catch (error) {
      if (error instanceof StripeClient.errors.StripeInvalidRequestError && error.code === 'resource_missing')
        return null
      throw new TransientFailure('unavailable', 'Couldn’t reach the payment provider.', { cause: error })
    }
  }

  return {
    async readSubscription(id) {
      const reply = await ask(() => stripe.subscriptions.retrieve(id, { expand: ['latest_invoice'] }))
      return reply && readSubscription(reply)
    },

    async listSubscriptions(customer) {
      const reply = await ask(() => stripe.subscriptions.list({ customer, status: 'all', limit: MOST_SUBSCRIPTIONS }))
      return (reply?.data ?? []).map(({ id }) => id)
    },

    async isRefunded(invoice) {
      const expand = ['data.payment.payment_intent.latest_charge', 'data.payment.charge']
      const reply = await ask(() => stripe.invoicePayments.list({ invoice, status: 'paid', expand }))
      const payments = paidSchema
        .parse(reply?.data ?? [])
        .map(({ payment }) => payment.charge ?? payment.payment_intent?.latest_charge)
      return payments.length > 0 && payments.every((charge) => charge?.refunded === true)
    },

    async cancelSubscription(id) {
      const found = await ask(() => stripe.subscriptions.retrieve(id))
      if (found && found.ended_at === null) await ask(() => stripe.subscriptions.cancel(id))
    },

    async openPortal({ customerId, returnUrl }) {
      const session = await ask(() =>
        stripe.billingPortal.sessions.create({ customer: customerId, return_url: returnUrl }),
      )
      return session && session.url
    },

    async readEvent(body, signature) {
      const { id, type, data, account } = await verified(body, signature)
      // Connected accounts have their own customers.
      return { id, type, subject: account === undefined ? getSubject(type, data.object) : null }
    },
  }

  async function verified(body: string, signature: string): Promise<Stripe.Event> {
    const refusal = (cause?: unknown) => new AppError('invalid_request', 'The event’s signature is invalid.', { cause })
    const now = clock().getTime()
    if (webhookSecret === undefined || signedAt(signature) > now + TOLERANCE_SECONDS * 1000) throw refusal()
    try {
      return await stripe.webhooks.constructEventAsync(
        body,
        signature,
        webhookSecret,
        TOLERANCE_SECONDS,
        undefined,
        now,
      )
    } catch (error) {
      throw refusal(error)
    }
  }
}

/**
 * A signature's timestamp, ms since 1970. The last one counts, as in Stripe's package, which refuses a signature
 * without one.
 */
function signedAt(signature: string): number {
  const time = signature.split(',').findLast((part) => part.startsWith('t='))
  return Number.parseInt(time?.slice(2) ?? '', 10) * 1000
}

const chargeSchema = z.object({ refunded: z.boolean() })
const paidSchema = z.array(
  z.object({
    payment: z.object({
      charge: chargeSchema.nullish(),
      payment_intent: z.object({ latest_charge: chargeSchema.nullish() }).nullish(),
    }),
  }),
)

function getAddress(base: string) {
  const { protocol, hostname, port } = new URL(base)
  return {
    protocol: protocol === 'http:' ? ('http' as const) : ('https' as const),
    host: hostname,
    port: port === '' ? (protocol === 'http:' ? 80 : 443) : Number(port),
  }
}
