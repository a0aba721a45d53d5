import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createUsersRepo } from '../accounts/users-repo.ts'
import { openBillingServer, type BillingServer } from './billing-server.testing.ts'

const OWN_LINK = 'https://billing.example/login'

let server: BillingServer
let linked: BillingServer
beforeAll(async () => {
  server = await openBillingServer()
  linked = await openBillingServer({ STRIPE_PORTAL_URL: OWN_LINK })
})
afterAll(() => Promise.all([server.close(), linked.close()]))
let person: Awaited<ReturnType<BillingServer['api']['signUp']>>
beforeEach(async () => {
  person = await server.api.signUp()
})

const open = (on = server, as = person) => on.api.request('POST', '/api/billing/portal', { as })
const ownEmail = async () => (await createUsersRepo(server.db).byId(person.userId))?.email ?? ''
const buy = async (paidBy?: string | null) => {
  const email = paidBy === undefined ? await ownEmail() : paidBy
  const bought = server.stripe.world.checkOut({
    price: server.stripe.prices.monthly,
    reference: person.userId,
    email,
  })
  await server.deliver(bought.events)
  return bought.sub
}

test('gives a paying user a portal session that returns to the settings', async () => {
  const { customer } = await buy()
  expect(await open()).toMatchObject({ status: 200, body: { url: `${server.stripe.url}/portal/${customer}` } })
  expect(server.stripe.calls.at(-1)).toMatchObject({
    path: '/v1/billing_portal/sessions',
    params: { customer, return_url: 'http://callfolio.example/dashboard?tab=settings' },
  })
})

test('prefers the billed customer when a user has several', async () => {
  const billed = await buy()
  const over = await buy()
  await server.deliver(server.stripe.world.end(over.id))
  expect(await open()).toMatchObject({ body: { url: expect.stringContaining(billed.customer) } })
})

test('gives a non-paying user the operator’s portal link, or a sentence without one', async () => {
  expect(await open()).toMatchObject({
    status: 409,
    body: {
      error: {
        code: 'conflict',
        message: 'We found no payment with your email address. Ask your admin.',
      },
    },
  })
  expect(await open(linked, await linked.api.signUp())).toMatchObject({ status: 200, body: { url: OWN_LINK } })
})

test.each([
  ['paid with another address', () => 'someone@example.org'],
  ['paid without an address', () => null],
])('opens no portal of a customer who %s for the user, whose plan counts', async (_, email) => {
  await buy(email())
  expect(await server.getSubscription(person)).toMatchObject({ plan_id: 'pro', status: 'active' })
  expect(await open()).toMatchObject({ status: 409 })
  const own = await buy((await ownEmail()).toUpperCase())
  await buy(email())
  expect(await open()).toMatchObject({ status: 200, body: { url: `${server.stripe.url}/portal/${own.customer}` } })
})

test('reports an unreachable portal', async () => {
  await buy()
  server.stripe.failNext(500, 500)
  expect(await open()).toMatchObject({ status: 503, body: { error: { code: 'unavailable' } } })
})
