import { Stripe } from 'stripe'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startFakeStripe, type FakeStripe } from './stripe.ts'
import { API_VERSION } from './stripe-rules.ts'

let fake: FakeStripe
let stripe: Stripe
beforeAll(async () => {
  fake = await startFakeStripe()
  const { hostname, port } = new URL(fake.url)
  stripe = new Stripe(fake.settings.STRIPE_SECRET_KEY, { host: hostname, port, protocol: 'http', maxNetworkRetries: 0 })
})
afterAll(() => fake.close())

test('speaks the API version that the package requests', () => {
  expect(Stripe.API_VERSION).toBe(API_VERSION)
})

test("answers a valid request in the API's format", async () => {
  const { sub } = fake.world.checkOut({ price: fake.prices.monthly, reference: null })
  const read = await stripe.subscriptions.retrieve(sub.id, { expand: ['latest_invoice'] })
  expect(read).toMatchObject({
    object: 'subscription',
    status: 'active',
    items: { data: [{ price: { id: fake.prices.monthly }, current_period_end: expect.any(Number) }] },
    latest_invoice: { object: 'invoice' },
  })
  expect((await stripe.subscriptions.list({ customer: sub.customer, status: 'all' })).data).toHaveLength(1)
})

test('refuses requests that the real service would refuse', async () => {
  const plain = (path: string, headers: Record<string, string>) => fetch(fake.url + path, { headers })
  const right = { 'authorization': `Bearer ${fake.settings.STRIPE_SECRET_KEY}`, 'stripe-version': API_VERSION }
  expect((await plain('/v1/subscriptions', { ...right, authorization: 'Bearer sk_test_other' })).status).toBe(401)
  expect((await plain('/v1/subscriptions', { ...right, 'stripe-version': '2020-08-27' })).status).toBe(400)
  expect((await plain('/v1/customers', right)).status).toBe(404)
  expect((await plain('/v1/subscriptions?colour=blue', right)).status).toBe(400)
  expect((await plain('/v1/subscriptions?limit=101', right)).status).toBe(400)
  await expect(stripe.subscriptions.retrieve('sub_none')).rejects.toMatchObject({
    code: 'resource_missing',
    statusCode: 404,
  })
  await expect(stripe.subscriptions.list({ expand: ['data.no_such'] })).rejects.toThrow('cannot be expanded')
  await expect(stripe.billingPortal.sessions.create({ customer: 'cus_none' })).rejects.toMatchObject({
    code: 'resource_missing',
  })
  await expect(stripe.billingPortal.sessions.create({ return_url: 'http://example.org' })).rejects.toMatchObject({
    code: 'parameter_missing',
  })
})
