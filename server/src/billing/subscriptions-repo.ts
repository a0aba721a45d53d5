import { eq } from 'drizzle-orm'
import type { PlanId } from '@callfolio/shared/contract/accounts/account.ts'
import type { Database } from '../db/database.ts'
import type { HeldPlan } from './plan-in-force.ts'

/** A plan given by the operator, until a timestamp or forever (null). */
export interface Grant {
  planId: PlanId
  until: Date | null
}

/** Users' given and paid plans, in separate tables so that neither overwrites the other. */
export function createSubscriptionsRepo(db: Database) {
  const { subscriptions, paymentSubscriptions } = db.schema
  const part = <T extends typeof subscriptions | typeof paymentSubscriptions>({
    planId,
    status,
    currentPeriodEnd,
  }: T) => ({ planId, status, currentPeriodEnd })
  return {
    async list(userId: string): Promise<HeldPlan[]> {
      const [given, paid] = await Promise.all([
        db.select(part(subscriptions)).from(subscriptions).where(eq(subscriptions.userId, userId)),
        db.select(part(paymentSubscriptions)).from(paymentSubscriptions).where(eq(paymentSubscriptions.userId, userId)),
      ])
      return [
        ...given.map((row) => ({ ...row, from: 'operator' as const })),
        ...paid.map((row) => ({ ...row, from: 'provider' as const })),
      ]
    },

    /** Replaces the plan that the operator gave before. */
    async grant(userId: string, { planId, until }: Grant, at: Date): Promise<void> {
      const row = { planId, status: 'active', currentPeriodEnd: until, updatedAt: at }
      await db
        .insert(subscriptions)
        .values({ userId, createdAt: at, ...row })
        .onConflictDoUpdate({ target: subscriptions.userId, set: row })
    },
  }
}
export type SubscriptionsRepo = ReturnType<typeof createSubscriptionsRepo>
