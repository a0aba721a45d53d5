import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { openBillingServer, type BillingServer } from './billing-server.testing.ts'

let server: BillingServer
let person: Awaited<ReturnType<BillingServer['api']['signUp']>>

beforeAll(async () => {
  server = await openBillingServer()
})
afterAll(() => server.close())
beforeEach(async () => {
  person = await server.api.signUp()
})
afterEach(() => server.stripe.holdAnswers(async () => {}))

const buy = (reference: string | null = person.userId, price: string = server.stripe.prices.monthly) =>
  server.stripe.world.checkOut({ reference, price })
const DONE = 200

test('activates a purchase once its events have arrived, for either period', async () => {
  for (const price of Object.values(server.stripe.prices)) {
    const buyer = await server.api.signUp()
    const { sub, events } = buy(buyer.userId, price)
    expect(await server.getSubscription(buyer)).toBeNull()
    expect(await server.deliver(events)).toEqual([DONE, DONE, DONE])
    expect(await server.getSubscription(buyer)).toEqual({
      user_id: buyer.userId,
      plan_id: 'pro',
      status: 'active',
      current_period_end: new Date(Math.floor(sub.periodEnd / 1000) * 1000).toISOString(),
      paid: true,
      billed: true,
    })
  }
})

test('keeps a subscription until the checkout’s event names its user', async () => {
  const {
    events: [created, paid, completed],
  } = buy()
  expect(await server.deliver([created!, paid!])).toEqual([DONE, DONE])
  expect(await server.getSubscription(person)).toBeNull()
  await server.deliver([completed!])
  expect(await server.getSubscription(person)).toMatchObject({ status: 'active' })
})

test('extends on renewal, becomes past due on a failed payment, and recovers on the next payment', async () => {
  const { world } = server.stripe
  const { sub, events } = buy()
  await server.deliver(events)
  const first = await server.getSubscription(person)
  await server.deliver(world.renew(sub.id))
  expect(Date.parse((await server.getSubscription(person))?.current_period_end ?? '')).toBeGreaterThan(
    Date.parse(first?.current_period_end ?? ''),
  )
  await server.deliver(world.renew(sub.id, false))
  expect(await server.getSubscription(person)).toMatchObject({ status: 'past_due' })
  await server.deliver(world.pay(sub.id))
  expect(await server.getSubscription(person)).toMatchObject({ status: 'active' })
})

test('treats a trial as active', async () => {
  const { sub, events } = buy()
  server.stripe.world.change(sub.id, { status: 'trialing' })
  await server.deliver(events)
  expect(await server.getSubscription(person)).toMatchObject({ plan_id: 'pro', status: 'active' })
})

test('keeps the plan after a refund, and after cancellation until the paid period ends', async () => {
  const { world } = server.stripe
  const { sub, events } = buy()
  await server.deliver([...events, ...world.end(sub.id)])
  const end = (await server.getSubscription(person))?.current_period_end ?? ''
  expect(Date.parse(end)).toBeGreaterThan(Date.now())
  await server.deliver(world.refund(sub.id))
  expect(await server.getSubscription(person)).toMatchObject({ status: 'canceled' })
  expect(Date.parse((await server.getSubscription(person))?.current_period_end ?? '')).toBeLessThanOrEqual(Date.now())

  const other = await server.api.signUp()
  const bought = buy(other.userId)
  await server.deliver([...bought.events, ...world.refund(bought.sub.id)])
  expect(await server.getSubscription(other)).toMatchObject({ status: 'active' })
})

test('keeps given and paid plans independent', async () => {
  const { world } = server.stripe
  const { sub, events } = buy()
  await server.deliver(events)
  await server.subscriptions.grant(person.userId, { planId: 'team', until: null }, new Date())
  expect(await server.getSubscription(person), 'the paid subscription continues').toMatchObject({
    plan_id: 'team',
    paid: false,
    billed: true,
  })
  await server.deliver(world.end(sub.id, 'payment_failed'))
  expect(await server.getSubscription(person)).toMatchObject({
    plan_id: 'team',
    status: 'active',
    paid: false,
    billed: false,
  })
  await server.subscriptions.grant(person.userId, { planId: 'free', until: null }, new Date())
  await server.deliver(buy().events)
  expect(await server.getSubscription(person)).toMatchObject({ plan_id: 'pro', status: 'active' })
})

test('accepts an unknown user, price or subscription without an error, and assigns it to no user', async () => {
  const unknown = buy(randomUUID())
  expect(await server.deliver(unknown.events)).toEqual([DONE, DONE, DONE])
  const unnamed = buy(null)
  expect(await server.deliver(unnamed.events)).toEqual([DONE, DONE, DONE])
  const foreign = buy(person.userId, 'price_of_something_else')
  expect(await server.deliver(foreign.events)).toEqual([DONE, DONE, DONE])
  expect(await server.getSubscription(person)).toBeNull()
  const [event] = buy().events
  event!.data.object['id'] = 'sub_of_another_account'
  expect(await server.deliver([event!])).toEqual([DONE])
})

test('cancels a subscription that Stripe no longer knows', async () => {
  const { sub, events } = buy()
  await server.deliver(events)
  server.stripe.world.forget(sub.id)
  expect(await server.deliver(events.slice(0, 1))).toEqual([DONE])
  expect(await server.getSubscription(person)).toMatchObject({ plan_id: 'pro', status: 'canceled' })
})

test('keeps the plan of subscribers whose price is removed from the settings', async () => {
  const { world } = server.stripe
  const { sub, events } = buy()
  await server.deliver(events)
  await server.deliver(world.change(sub.id, { price: 'price_of_last_year' }))
  expect(await server.getSubscription(person)).toMatchObject({ plan_id: 'pro', status: 'active' })
  await server.deliver(world.end(sub.id, 'payment_failed'))
  expect(await server.getSubscription(person)).toMatchObject({ plan_id: 'pro', status: 'canceled' })
})

test('accepts and ignores unrelated events', async () => {
  const {
    events: [created],
  } = buy()
  expect(
    await server.deliver([
      { ...created!, type: 'customer.updated' },
      { ...created!, data: { object: {} } },
    ]),
  ).toEqual([DONE, DONE])
  expect(server.stripe.calls.filter(({ path }) => path.includes(String(created?.data.object['id'])))).toEqual([])
})

test('ignores customers named by events of connected accounts', async () => {
  const { events } = buy()
  const customer = `cus_${randomUUID()}`
  const completed = events.at(-1)!
  const theirs = { ...completed, account: 'acct_other', data: { object: { ...completed.data.object, customer } } }
  expect(await server.deliver([theirs])).toEqual([DONE])
  expect(
    await server.db.$count(server.db.schema.paymentCustomers, eq(server.db.schema.paymentCustomers.id, customer)),
  ).toBe(0)
})

test('keeps a customer with the user named first', async () => {
  const { events } = buy()
  await server.deliver(events)
  const thief = await server.api.signUp()
  const completed = events.at(-1)!
  const named = { ...completed, data: { object: { ...completed.data.object, client_reference_id: thief.userId } } }
  expect(await server.deliver([named, ...events, ...events.toReversed()])).toEqual(Array<number>(7).fill(DONE))
  expect(await server.getSubscription(thief)).toBeNull()
  expect(await server.getSubscription(person)).toMatchObject({ status: 'active' })
})

test('accepts only events that Stripe signed within five minutes of now', async () => {
  const { stripe, webhook, api } = server
  const {
    events: [created],
  } = buy()
  expect(await stripe.deliver(webhook, created!, { secret: 'whsec_forged' })).toBe(400)
  expect(await stripe.deliver(webhook, created!, { timestamp: Math.floor(Date.now() / 1000) - 301 })).toBe(400)
  for (const ahead of [310, 24 * 60 * 60])
    expect(await stripe.deliver(webhook, created!, { timestamp: Math.floor(Date.now() / 1000) + ahead })).toBe(400)
  const unsigned = await api.request('POST', '/api/billing/webhook', { json: created })
  expect(unsigned).toMatchObject({ status: 400, body: { error: { code: 'invalid_request' } } })
  const changed = await api.request('POST', '/api/billing/webhook', {
    json: created,
    headers: { 'stripe-signature': 't=1,v1=00' },
  })
  expect(changed.status).toBe(400)
})

test('refuses a malformed body', async () => {
  const reply = await server.api.request('POST', '/api/billing/webhook', {
    body: 'x'.repeat(600_000),
    headers: { 'stripe-signature': 't=1,v1=00' },
  })
  expect(reply.status).toBe(413)
})

test('refuses the event when Stripe is unreachable, so that it is sent again', async () => {
  const { events } = buy()
  const [created, , completed] = events
  for (const faults of [[500, 503], ['hang up', 'hang up'], [429], [401]] as const) {
    server.stripe.failNext(...faults)
    expect(await server.deliver([created!])).toEqual([500])
  }
  server.stripe.failNext(500)
  expect(await server.deliver([created!]), 'the package tries once more itself').toEqual([DONE])
  await server.deliver([completed!])
  expect(await server.getSubscription(person)).toMatchObject({ status: 'active' })
})

test('keeps the newer state when two events arrive at once', async () => {
  const { stripe } = server
  const {
    sub,
    events: [created, , completed],
  } = buy()
  await server.deliver([completed!])
  const [held, release] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  stripe.holdAnswers(async () => {
    stripe.holdAnswers(async () => {})
    held.resolve()
    await release.promise
  })
  const slow = server.deliver([created!])
  await held.promise
  await server.deliver(stripe.world.end(sub.id, 'payment_failed'))
  release.resolve()
  expect(await slow).toEqual([DONE])
  expect(await server.getSubscription(person)).toMatchObject({ status: 'canceled' })
})
