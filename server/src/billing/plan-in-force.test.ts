import { expect, test } from 'vitest'
import { findSubscription, planInForce, type SubscriptionInForce } from './plan-in-force.ts'

const NOW = new Date('2026-11-21T10:00:00Z')
const LATER = new Date('2026-12-01T00:00:00Z')
const EARLIER = new Date('2026-11-01T00:00:00Z')

const rowOf = (subscription: SubscriptionInForce) => ({ ...subscription, userId: 'u', createdAt: EARLIER, updatedAt: EARLIER })
const depsOf = (subscription: SubscriptionInForce | null, defaultPlan: 'free' | 'pro' = 'free') => ({
  subscriptions: { find: async () => subscription && rowOf(subscription) },
  defaultPlan,
  clock: () => NOW,
})
const planOf = async (subscription: SubscriptionInForce | null, defaultPlan?: 'free' | 'pro') => (await planInForce(depsOf(subscription, defaultPlan), 'u')).name

test('without a subscription the plan is Starter, or what the operator gives everybody', async () => {
  expect(await planOf(null)).toBe('Starter')
  expect(await findSubscription(depsOf(null), 'u')).toBeNull()
  expect(await planOf(null, 'pro')).toBe('Premium')
})

test.each([
  ['pro', 'Premium'],
  ['team', 'Teams'],
  ['free', 'Starter'],
] as const)('an active subscription to %s is the plan %s', async (planId, name) => {
  expect(await planOf({ planId, status: 'active', currentPeriodEnd: null })).toBe(name)
})

test('a cancelled subscription holds until the end of what was paid', async () => {
  expect(await planOf({ planId: 'pro', status: 'canceled', currentPeriodEnd: LATER })).toBe('Premium')
  expect(await planOf({ planId: 'pro', status: 'canceled', currentPeriodEnd: EARLIER })).toBe('Starter')
  expect(await planOf({ planId: 'pro', status: 'canceled', currentPeriodEnd: null })).toBe('Starter')
})

test.each(['past_due', 'incomplete', 'unpaid'])('a subscription that is %s buys nothing', async (status) => {
  expect(await planOf({ planId: 'pro', status, currentPeriodEnd: LATER })).toBe('Starter')
})
