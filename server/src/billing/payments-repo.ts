import { and, desc, eq, inArray, isNull } from 'drizzle-orm'
import type { Database } from '../db/database.ts'
import type { Schema } from '../db/schema.ts'
import { LIVE_STATUSES } from './plan-in-force.ts'

type PaymentRow = Schema['paymentSubscriptions']['$inferSelect']

export type SubscriptionNews = Pick<PaymentRow, 'id' | 'customerId' | 'planId' | 'status' | 'currentPeriodEnd'>
/** The last stored state of a subscription, and its timestamp. */
export type StoredSubscription = SubscriptionNews & Pick<PaymentRow, 'updatedAt'>

/** Subscriptions as last reported by the payment provider, and the user of each customer. */
export function createPaymentsRepo(db: Database) {
  const { paymentSubscriptions: paid, paymentCustomers: customers } = db.schema
  return {
    async find(id: string): Promise<StoredSubscription | null> {
      const { customerId, planId, status, currentPeriodEnd, updatedAt } = paid
      const [row] = await db
        .select({ id: paid.id, customerId, planId, status, currentPeriodEnd, updatedAt })
        .from(paid)
        .where(eq(paid.id, id))
      return row ?? null
    },

    /**
     * Stores a subscription's state by compare-and-swap.
     * @param known the stored state before the provider was queried.
     * @returns false, and stores nothing, when the row has changed since.
     */
    async store(news: SubscriptionNews, known: StoredSubscription | null, at: Date): Promise<boolean> {
      if (known === null) {
        const added = await db
          .insert(paid)
          .values({ ...news, createdAt: at, updatedAt: at })
          .onConflictDoNothing()
          .returning({ id: paid.id })
        return added.length === 1
      }
      const updatedAt = new Date(Math.max(at.getTime(), known.updatedAt.getTime() + 1))
      const unchanged = and(eq(paid.id, known.id), eq(paid.updatedAt, known.updatedAt))
      const written = await db
        .update(paid)
        .set({ ...news, updatedAt })
        .where(unchanged)
        .returning({ id: paid.id })
      return written.length === 1
    },

    /** Records a customer's user; an earlier record wins. */
    async learnCustomer(customerId: string, userId: string, at: Date): Promise<void> {
      await db.insert(customers).values({ id: customerId, userId, createdAt: at }).onConflictDoNothing()
    },

    async userFor(customerId: string): Promise<string | null> {
      const [row] = await db.select({ userId: customers.userId }).from(customers).where(eq(customers.id, customerId))
      return row?.userId ?? null
    },

    /** Assigns a customer's subscriptions to their user. */
    async assign(customerId: string, userId: string): Promise<void> {
      await db
        .update(paid)
        .set({ userId })
        .where(and(eq(paid.customerId, customerId), isNull(paid.userId)))
    },

    /** A user's customers, newest first. */
    async getCustomers(userId: string): Promise<string[]> {
      const rows = await db
        .select({ id: customers.id })
        .from(customers)
        .where(eq(customers.userId, userId))
        .orderBy(desc(customers.createdAt), desc(customers.id))
      return rows.map(({ id }) => id)
    },

    /** A user's subscriptions that have not ended, including those waiting for their first payment. */
    async listLive(userId: string): Promise<{ id: string; customerId: string }[]> {
      return db
        .select({ id: paid.id, customerId: paid.customerId })
        .from(paid)
        .where(and(eq(paid.userId, userId), inArray(paid.status, ['incomplete', ...LIVE_STATUSES])))
    },
  }
}
export type PaymentsRepo = ReturnType<typeof createPaymentsRepo>
