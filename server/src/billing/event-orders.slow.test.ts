import fc from 'fast-check'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import type { WorldEvent } from '../../../e2e/fakes/stripe.ts'
import { openBillingServer, type BillingServer } from './billing-server.testing.ts'

let server: BillingServer
beforeAll(async () => {
  server = await openBillingServer()
})
afterAll(() => server.close())
afterEach(() => server.stripe.holdAnswers(async () => {}))

/** All permutations. */
function orders<T>(things: readonly T[]): T[][] {
  if (things.length === 0) return [[]]
  return things.flatMap((first, index) => orders(things.toSpliced(index, 1)).map((rest) => [first, ...rest]))
}

/** Like Stripe: retries events that were not accepted. */
async function deliverUntilTaken(event: WorldEvent): Promise<void> {
  while ((await server.stripe.deliver(server.webhook, event)) !== 200);
}

const getEnd = (ms: number) => new Date(Math.floor(ms / 1000) * 1000).toISOString()

test.each([0, 1, 2, 3, 4])(
  'ends in the same state for every order of a subscription’s five events starting with event %i, with a duplicate',
  async (first) => {
    const { world, prices } = server.stripe
    const rest = [0, 1, 2, 3, 4].filter((index) => index !== first)
    const rounds = orders(rest).map(async (order, round) => {
      const person = await server.api.signUp()
      const { sub, events } = world.checkOut({ price: prices.monthly, reference: person.userId })
      events.push(...world.change(sub.id, { cancelAtPeriodEnd: true }), ...world.end(sub.id))
      const twice = [first, ...order].toSpliced((round * 7) % 6, 0, round % 5)
      await server.deliver(twice.map((index) => events[index]!))
      expect(await server.getSubscription(person), `in the order ${twice.join()}`).toEqual({
        user_id: person.userId,
        plan_id: 'pro',
        status: 'canceled',
        current_period_end: getEnd(sub.periodEnd),
        paid: true,
        billed: false,
      })
    })
    await Promise.all(rounds)
  },
)

/** Possible changes to a subscription; each returns its events. */
const ACTS = {
  renew: (id: string) => server.stripe.world.renew(id),
  fail: (id: string) => server.stripe.world.renew(id, false),
  recover: (id: string) => server.stripe.world.pay(id),
  giveUp: (id: string) => server.stripe.world.change(id, { status: 'unpaid' }),
  yearly: (id: string) => server.stripe.world.change(id, { price: server.stripe.prices.yearly }),
  refund: (id: string) => server.stripe.world.refund(id),
} as const

test('ends in Stripe’s latest state for late, duplicate, reordered and concurrent events', async () => {
  const acts = fc.array(fc.constantFrom(...(Object.keys(ACTS) as (keyof typeof ACTS)[])), { maxLength: 4 })
  await fc.assert(
    fc.asyncProperty(acts, fc.boolean(), fc.infiniteStream(fc.nat(5)), async (story, ends, chance) => {
      const { stripe, api } = server
      const next = () => chance.next().value ?? 0
      const person = await api.signUp()
      const { sub, events } = stripe.world.checkOut({ price: stripe.prices.monthly, reference: person.userId })
      const over = Promise.withResolvers<void>()
      const early: Promise<void>[] = []
      for (const act of story) {
        // The provider is queried before the change, and some responses arrive after everything else.
        const asked = Promise.withResolvers<void>()
        stripe.holdAnswers(async () => {
          asked.resolve()
          if (next() > 2) await over.promise
        })
        const delivery = deliverUntilTaken(events[next() % events.length]!)
        early.push(delivery)
        await Promise.race([asked.promise, delivery])
        events.push(...ACTS[act](sub.id))
      }
      if (ends) events.push(...stripe.world.end(sub.id, 'payment_failed'))
      stripe.holdAnswers(async () => {})
      const late = [...events, ...events].toSorted(() => next() - 2)
      await Promise.all(late.map(deliverUntilTaken))
      over.resolve()
      await Promise.all(early)
      expect(await server.getSubscription(person)).toMatchObject({
        plan_id: 'pro',
        status: sub.status,
        ...(sub.status === 'active' && { current_period_end: getEnd(sub.periodEnd) }),
      })
    }),
    { numRuns: 15 },
  )
})
