import { expect, test } from 'vitest'
import { findSubscription, planInForce, type HeldPlan } from './plan-in-force.ts'

const NOW = new Date('2026-11-21T10:00:00Z')
const LATER = new Date('2026-12-01T00:00:00Z')
const EARLIER = new Date('2026-11-01T00:00:00Z')

const given = (planId: HeldPlan['planId'], currentPeriodEnd: Date | null = null): HeldPlan => ({
  planId,
  status: 'active',
  currentPeriodEnd,
  from: 'operator',
})
const paid = (status: string, currentPeriodEnd: Date | null = LATER, planId: HeldPlan['planId'] = 'pro'): HeldPlan => ({
  planId,
  status,
  currentPeriodEnd,
  from: 'provider',
})
const getDeps = (held: HeldPlan[], defaultPlan: 'free' | 'pro' = 'free') => ({
  subscriptions: { list: async () => held },
  defaultPlan,
  clock: () => NOW,
})
const getPlan = async (held: HeldPlan[], defaultPlan?: 'free' | 'pro') =>
  (await planInForce(getDeps(held, defaultPlan), 'u')).name

test("an account without a subscription has Starter, or the server's default plan", async () => {
  expect(await getPlan([])).toBe('Starter')
  expect(await findSubscription(getDeps([]), 'u')).toBeNull()
  expect(await getPlan([], 'pro')).toBe('Premium')
  expect(await getPlan([paid('canceled', EARLIER)], 'pro'), 'one that is over leaves the default').toBe('Premium')
})

test.each([
  ['pro', 'Premium'],
  ['team', 'Teams'],
  ['free', 'Starter'],
] as const)('maps an active subscription to %s to the plan %s', async (planId, name) => {
  expect(await getPlan([paid('active', LATER, planId)])).toBe(name)
  expect(await getPlan([given(planId)])).toBe(name)
})

test('keeps an active subscription for 14 days past its period when no renewal event arrives', async () => {
  const daysAgo = (days: number) => new Date(NOW.getTime() - days * 24 * 60 * 60 * 1000)
  expect(await getPlan([paid('active', new Date(daysAgo(14).getTime() + 1))])).toBe('Premium')
  expect(await getPlan([paid('active', daysAgo(14))])).toBe('Starter')
})

test('keeps a cancelled subscription until the end of the paid period', async () => {
  expect(await getPlan([paid('canceled', new Date(NOW.getTime() + 1))])).toBe('Premium')
  expect(await getPlan([paid('canceled', NOW)])).toBe('Starter')
  expect(await getPlan([paid('canceled', EARLIER)])).toBe('Starter')
  expect(await getPlan([paid('canceled', null)])).toBe('Starter')
})

test('keeps the plan during the grace period of a failed payment', async () => {
  expect(await getPlan([paid('past_due', new Date(NOW.getTime() + 1))])).toBe('Premium')
  expect(await getPlan([paid('past_due', NOW)])).toBe('Starter')
  expect(await getPlan([paid('past_due', EARLIER)])).toBe('Starter')
})

test.each(['incomplete', 'incomplete_expired', 'unpaid', 'paused'])(
  'ignores a subscription that is %s',
  async (status) => {
    expect(await getPlan([paid(status)])).toBe('Starter')
  },
)

test('ignores a given plan once it has ended', async () => {
  expect(await getPlan([given('pro', new Date(NOW.getTime() + 1))])).toBe('Premium')
  expect(await getPlan([given('pro', NOW)])).toBe('Starter')
  expect(await getPlan([given('pro', EARLIER)])).toBe('Starter')
  expect(await findSubscription(getDeps([given('pro', EARLIER)]), 'u')).toBeNull()
  expect(await getPlan([given('free')], 'pro'), 'it may be less than everybody has').toBe('Starter')
})

test('picks the best of several plans, given or paid', async () => {
  expect(await getPlan([given('team', LATER), paid('active')])).toBe('Teams')
  expect(await getPlan([given('pro', EARLIER), paid('active')])).toBe('Premium')
  expect(await getPlan([given('pro'), paid('canceled', EARLIER)])).toBe('Premium')
  expect(await getPlan([given('free'), paid('active')])).toBe('Premium')
  expect(
    await findSubscription(getDeps([paid('canceled', LATER), paid('past_due', LATER), paid('active', LATER)]), 'u'),
  ).toMatchObject({ status: 'active' })
  expect(await findSubscription(getDeps([paid('canceled', EARLIER), paid('canceled', LATER)]), 'u')).toMatchObject({
    currentPeriodEnd: LATER,
  })
  expect(await findSubscription(getDeps([paid('canceled', EARLIER), paid('unpaid', LATER)]), 'u')).toMatchObject({
    status: 'unpaid',
  })
})

test('prefers a paid subscription over an equal given plan', async () => {
  const found = (held: HeldPlan[]) => findSubscription(getDeps(held), 'u')
  expect(await found([given('pro'), paid('active')])).toMatchObject({ from: 'provider', currentPeriodEnd: LATER })
  expect(await found([given('pro'), paid('canceled', LATER)]), 'what is given lasts longer').toMatchObject({
    from: 'operator',
  })
})

test.each([
  ['active', true],
  ['past_due', true],
  ['unpaid', true],
  ['paused', true],
  ['canceled', false],
  ['incomplete', false],
  ['incomplete_expired', false],
])('reports a subscription that is %s as billed: %s, whatever the given plan', async (status, billed) => {
  expect(await findSubscription(getDeps([paid(status)]), 'u')).toMatchObject({ billed })
  expect(await findSubscription(getDeps([given('team'), paid(status)]), 'u')).toMatchObject({
    from: 'operator',
    billed,
  })
})

test("doesn't report given or default plans as billed", async () => {
  expect(await findSubscription(getDeps([given('pro', LATER)]), 'u')).toMatchObject({ from: 'operator', billed: false })
  expect(await findSubscription(getDeps([], 'pro'), 'u')).toMatchObject({ from: 'operator', billed: false })
})
