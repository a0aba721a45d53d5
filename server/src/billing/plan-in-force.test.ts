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
const depsOf = (held: HeldPlan[], defaultPlan: 'free' | 'pro' = 'free') => ({
  subscriptions: { list: async () => held },
  defaultPlan,
  clock: () => NOW,
})
const planOf = async (held: HeldPlan[], defaultPlan?: 'free' | 'pro') =>
  (await planInForce(depsOf(held, defaultPlan), 'u')).name

test('without a subscription the plan is Starter, or what the operator gives everybody', async () => {
  expect(await planOf([])).toBe('Starter')
  expect(await findSubscription(depsOf([]), 'u')).toBeNull()
  expect(await planOf([], 'pro')).toBe('Premium')
  expect(await planOf([paid('canceled', EARLIER)], 'pro'), 'one that is over leaves what everybody has').toBe('Premium')
})

test.each([
  ['pro', 'Premium'],
  ['team', 'Teams'],
  ['free', 'Starter'],
] as const)('an active subscription to %s is the plan %s', async (planId, name) => {
  expect(await planOf([paid('active', LATER, planId)])).toBe(name)
  expect(await planOf([given(planId)])).toBe(name)
})

test('an active subscription outlasts a late renewal event by 14 days, and ends then if none ever arrives', async () => {
  const daysAgo = (days: number) => new Date(NOW.getTime() - days * 24 * 60 * 60 * 1000)
  expect(await planOf([paid('active', new Date(daysAgo(14).getTime() + 1))])).toBe('Premium')
  expect(await planOf([paid('active', daysAgo(14))])).toBe('Starter')
})

test('a cancelled subscription holds until the end of what was paid', async () => {
  expect(await planOf([paid('canceled', new Date(NOW.getTime() + 1))])).toBe('Premium')
  expect(await planOf([paid('canceled', NOW)])).toBe('Starter')
  expect(await planOf([paid('canceled', EARLIER)])).toBe('Starter')
  expect(await planOf([paid('canceled', null)])).toBe('Starter')
})

test('a failed payment takes nothing away in its grace period', async () => {
  expect(await planOf([paid('past_due', new Date(NOW.getTime() + 1))])).toBe('Premium')
  expect(await planOf([paid('past_due', NOW)])).toBe('Starter')
  expect(await planOf([paid('past_due', EARLIER)])).toBe('Starter')
})

test.each(['incomplete', 'incomplete_expired', 'unpaid', 'paused'])(
  'a subscription that is %s buys nothing',
  async (status) => {
    expect(await planOf([paid(status)])).toBe('Starter')
  },
)

test('what the operator gives ends when its time has come, as if never given', async () => {
  expect(await planOf([given('pro', new Date(NOW.getTime() + 1))])).toBe('Premium')
  expect(await planOf([given('pro', NOW)])).toBe('Starter')
  expect(await planOf([given('pro', EARLIER)])).toBe('Starter')
  expect(await findSubscription(depsOf([given('pro', EARLIER)]), 'u')).toBeNull()
  expect(await planOf([given('free')], 'pro'), 'it may be less than everybody has').toBe('Starter')
})

test('of several plans the best counts, no matter who gave it', async () => {
  expect(await planOf([given('team', LATER), paid('active')])).toBe('Teams')
  expect(await planOf([given('pro', EARLIER), paid('active')])).toBe('Premium')
  expect(await planOf([given('pro'), paid('canceled', EARLIER)])).toBe('Premium')
  expect(await planOf([given('free'), paid('active')])).toBe('Premium')
  expect(
    await findSubscription(depsOf([paid('canceled', LATER), paid('past_due', LATER), paid('active', LATER)]), 'u'),
  ).toMatchObject({ status: 'active' })
  expect(await findSubscription(depsOf([paid('canceled', EARLIER), paid('canceled', LATER)]), 'u')).toMatchObject({
    currentPeriodEnd: LATER,
  })
  expect(await findSubscription(depsOf([paid('canceled', EARLIER), paid('unpaid', LATER)]), 'u')).toMatchObject({
    status: 'unpaid',
  })
})

test('a paid subscription is reported rather than an equal given plan', async () => {
  const found = (held: HeldPlan[]) => findSubscription(depsOf(held), 'u')
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
])('billed with a subscription that is %s: %s, whatever is given beside it', async (status, billed) => {
  expect(await findSubscription(depsOf([paid(status)]), 'u')).toMatchObject({ billed })
  expect(await findSubscription(depsOf([given('team'), paid(status)]), 'u')).toMatchObject({ from: 'operator', billed })
})

test('nobody is billed for what the operator gives them or everybody', async () => {
  expect(await findSubscription(depsOf([given('pro', LATER)]), 'u')).toMatchObject({ from: 'operator', billed: false })
  expect(await findSubscription(depsOf([], 'pro'), 'u')).toMatchObject({ from: 'operator', billed: false })
})
