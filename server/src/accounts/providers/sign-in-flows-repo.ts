import { eq, lte } from 'drizzle-orm'
import type { Database } from '../../db/database.ts'
import type { Schema } from '../../db/schema.ts'

export type SignInFlow = Schema['signInFlows']['$inferSelect']
export type SignInFlowsRepo = ReturnType<typeof createSignInFlowsRepo>

/** Pending sign-ins with providers. */
export function createSignInFlowsRepo(db: Database) {
  const { signInFlows } = db.schema
  return {
    async insert(flow: SignInFlow): Promise<void> {
      await db.insert(signInFlows).values(flow)
    },

    /** Deletes the flow, expired or not, so that it completes once. @returns null when it is unknown or completed. */
    async take(hash: string): Promise<SignInFlow | null> {
      const rows = await db.delete(signInFlows).where(eq(signInFlows.hash, hash)).returning()
      return rows[0] ?? null
    },

    async removeExpired(now: Date): Promise<void> {
      await db.delete(signInFlows).where(lte(signInFlows.expiresAt, now))
    },
  }
}
