import { eq } from 'drizzle-orm'
import type { Database } from '../db/database.ts'

/** Subscriptions as the payment provider last told them. */
export function createSubscriptionsRepo(db: Database) {
  const { subscriptions } = db.schema
  return {
    async find(userId: string) {
      const [row] = await db.select().from(subscriptions).where(eq(subscriptions.userId, userId))
      return row ?? null
    },
  }
}
export type SubscriptionsRepo = ReturnType<typeof createSubscriptionsRepo>
