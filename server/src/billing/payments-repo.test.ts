import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Database } from '../db/database.ts'
import { BOTH_DATABASES } from '../testing/databases.ts'
import { insertUser } from '../testing/users.ts'
import { createPaymentsRepo, type PaymentsRepo, type SubscriptionNews } from './payments-repo.ts'
import { createSubscriptionsRepo, type SubscriptionsRepo } from './subscriptions-repo.ts'

const NOW = new Date('2026-11-21T10:00:00.123Z')
const END = new Date('2026-12-21T10:00:00Z')

describe.each(BOTH_DATABASES)('payments on %s', (_, open) => {
  let db: Database
  let repo: PaymentsRepo
  let subscriptions: SubscriptionsRepo
  let userId: string
  let news: SubscriptionNews
  beforeAll(async () => {
    db = await open()
    repo = createPaymentsRepo(db)
    subscriptions = createSubscriptionsRepo(db)
  })
  afterAll(() => db.close())
  beforeEach(async () => {
    userId = await insertUser(db)
    news = { id: `sub_${userId}`, customerId: `cus_${userId}`, planId: 'pro', status: 'active', currentPeriodEnd: END }
  })

  test('stores an update only on top of the state that was read', async () => {
    expect(await repo.store(news, null, NOW)).toBe(true)
    expect(await repo.store(news, null, NOW), 'already stored').toBe(false)
    const read = await repo.find(news.id)
    expect(await repo.store({ ...news, status: 'past_due' }, read, NOW), 'within the same millisecond').toBe(true)
    expect(
      await repo.store({ ...news, status: 'canceled' }, read, NOW),
      'of the two who read the same the second',
    ).toBe(false)
    await repo.assign(news.customerId, userId)
    expect(await subscriptions.list(userId)).toEqual([
      { planId: 'pro', status: 'past_due', currentPeriodEnd: END, from: 'provider' },
    ])
  })

  test('stores one of twenty concurrent updates', async () => {
    await repo.store(news, null, NOW)
    const read = await repo.find(news.id)
    const stored = await Promise.all(Array.from({ length: 20 }, () => repo.store(news, read, NOW)))
    expect(stored.filter(Boolean)).toHaveLength(1)
  })

  test('keeps a customer and its subscriptions with the user first recorded', async () => {
    const other = await insertUser(db)
    await repo.learnCustomer(news.customerId, userId, NOW)
    await repo.learnCustomer(news.customerId, other, NOW)
    expect(await repo.userFor(news.customerId)).toBe(userId)
    await repo.store(news, null, NOW)
    await repo.assign(news.customerId, userId)
    await repo.assign(news.customerId, other)
    expect(await repo.listLive(userId)).toEqual([{ id: news.id, customerId: news.customerId }])
    expect(await repo.listLive(other)).toEqual([])
    expect(await repo.getCustomers(other)).toEqual([])
  })

  test('replaces an earlier grant, and keeps paid plans', async () => {
    await repo.store(news, null, NOW)
    await repo.assign(news.customerId, userId)
    await subscriptions.grant(userId, { planId: 'team', until: END }, NOW)
    await subscriptions.grant(userId, { planId: 'team', until: null }, NOW)
    expect(await subscriptions.list(userId)).toEqual([
      { planId: 'team', status: 'active', currentPeriodEnd: null, from: 'operator' },
      { planId: 'pro', status: 'active', currentPeriodEnd: END, from: 'provider' },
    ])
  })
})
