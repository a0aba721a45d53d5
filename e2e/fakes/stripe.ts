import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { Stripe } from 'stripe'
import { listen } from './listen.ts'
import { receiveBody } from './receive-body.ts'
import { readPage } from './stripe-pages.ts'
import { readCall, Refused, type ApiCall } from './stripe-rules.ts'
import { createStripeWorld, invoicePaymentsJson, subscriptionJson, type WorldEvent } from './stripe-world.ts'

export type { WorldEvent } from './stripe-world.ts'

const SECRET_KEY = 'sk_test_callfolio'
const WEBHOOK_SECRET = 'whsec_callfolio'
const PRICES = { monthly: 'price_monthly', yearly: 'price_yearly' } as const

/** Runs before a response is sent: for late responses. */
type BeforeAnswer = (call: ApiCall) => Promise<void>

/** Starts a listening server that speaks Stripe's API, with pages for checkout and portal. */
export async function startFakeStripe({ now }: { now?: () => number } = {}) {
  const world = createStripeWorld(now)
  const calls: ApiCall[] = []
  const faults: (number | 'hang up')[] = []
  const undelivered: WorldEvent[] = []
  const sold: { email: string | null; reference: string | null }[] = []
  let beforeAnswer: BeforeAnswer = async () => {}
  let returnUrl = 'about:blank'

  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = (await receiveBody(request))?.toString()
    if (body === undefined) return
    const page = readPage(request, body)
    if (page?.kind === 'paid') {
      sold.push(page.buyer)
      undelivered.push(...world.checkOut({ price: PRICES[page.period], ...page.buyer }).events)
      return void response.writeHead(303, { location: returnUrl }).end()
    }
    if (page) return void response.writeHead(200, { 'content-type': 'text/html' }).end(page.html)
    const fault = faults.shift()
    if (fault === 'hang up') return void response.destroy()
    if (fault !== undefined)
      return send(response, fault, { error: { type: 'api_error', message: 'The fake was told to fail.' } })
    try {
      const call = readCall(request, body, SECRET_KEY)
      calls.push(call)
      // The state is read before the wait, so that a late response is stale.
      const reply = answer(call, { world, undelivered, url })
      await beforeAnswer(call)
      send(response, 200, reply)
    } catch (error) {
      if (!(error instanceof Refused)) throw error
      const { status, type, code, param, message } = error
      send(response, status, {
        error: { type, message, ...(code !== null && { code }), ...(param !== null && { param }) },
      })
    }
  }

  const server = createServer((request, response) => void serve(request, response))
  const { url, close } = await listen(server)

  return {
    url,
    world,
    calls,
    prices: PRICES,
    /** Customers from the checkout pages. */
    sold,
    /** Events from the pages and the API, in order; `deliver` sends them. */
    undelivered,
    /** The product's settings for this Stripe. */
    settings: {
      STRIPE_SECRET_KEY: SECRET_KEY,
      STRIPE_WEBHOOK_SECRET: WEBHOOK_SECRET,
      STRIPE_LINK_PRO_MONTHLY: `${url}/checkout/monthly`,
      STRIPE_LINK_PRO_YEARLY: `${url}/checkout/yearly`,
      STRIPE_PRICE_PRO_MONTHLY: PRICES.monthly,
      STRIPE_PRICE_PRO_YEARLY: PRICES.yearly,
      STRIPE_API_BASE: url,
    },
    /** Queues faults, each for one API request. */
    failNext: (...added: (number | 'hang up')[]) => void faults.push(...added),
    /** Delays responses. */
    holdAnswers: (hold: BeforeAnswer) => void (beforeAnswer = hold),
    /** The page after the checkout's payment. */
    returnTo: (address: string) => void (returnUrl = address),
    /** Sends an event, signed by the real package's helper. @returns the response status. */
    async deliver(
      webhook: string,
      event: WorldEvent,
      {
        secret = WEBHOOK_SECRET,
        timestamp = Math.floor(Date.now() / 1000),
      }: { secret?: string; timestamp?: number } = {},
    ): Promise<number> {
      const payload = JSON.stringify(event, null, 2)
      const signature = Stripe.webhooks.generateTestHeaderString({ payload, secret, timestamp })
      const reply = await fetch(webhook, {
        method: 'POST',
        headers: { 'content-type': 'application/json; charset=utf-8', 'stripe-signature': signature },
        body: payload,
      })
      return reply.status
    },
    close,
  }
}
export type FakeStripe = Awaited<ReturnType<typeof startFakeStripe>>

/** The API's answer. @throws {Refused} */
function answer(
  { method, path, params, expand }: ApiCall,
  { world, undelivered, url }: { world: ReturnType<typeof createStripeWorld>; undelivered: WorldEvent[]; url: string },
): unknown {
  const id = path.split('/')[3] ?? ''
  if (path === '/v1/billing_portal/sessions') {
    const { customer = '', return_url } = params
    if (!world.isCustomer(customer))
      throw new Refused(`No such customer: '${customer}'`, {
        status: 400,
        code: 'resource_missing',
        param: 'customer',
      })
    return {
      id: 'bps_1',
      object: 'billing_portal.session',
      customer,
      return_url: return_url ?? null,
      url: `${url}/portal/${customer}`,
    }
  }
  if (path === '/v1/invoice_payments') {
    const sub = world.ofInvoice(params['invoice'] ?? '')
    return list(sub ? invoicePaymentsJson(sub) : [])
  }
  if (path === '/v1/subscriptions') {
    const alive = (status: string) => params['status'] === 'all' || status !== 'canceled'
    return list(
      world
        .ofCustomer(params['customer'] ?? '')
        .filter(({ status }) => alive(status))
        .map((sub) => subscriptionJson(sub)),
    )
  }
  if (method === 'DELETE') undelivered.push(...world.end(id))
  return subscriptionJson(world.find(id), expand)
}

function list(data: unknown[]): unknown {
  return { object: 'list', data, has_more: false, url: '/v1/list' }
}

function send(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
}
