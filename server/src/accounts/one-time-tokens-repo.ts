import { and, eq, gt, lte } from 'drizzle-orm'
import type { Database } from '../db/database.ts'
import type { Schema } from '../db/schema.ts'
import { hashToken } from './secret-token.ts'

type OneTimePurpose = Schema['oneTimeTokens']['$inferSelect']['purpose']

export type OneTimeTokensRepo = ReturnType<typeof createOneTimeTokensRepo>

/** Tokens of mailed links. Only their hashes are stored; each is good once, for one purpose. */
export function createOneTimeTokensRepo(db: Database) {
  const { oneTimeTokens } = db.schema
  return {
    async insert(
      token: string,
      entry: { userId: string; purpose: OneTimePurpose; createdAt: Date; expiresAt: Date },
    ): Promise<void> {
      await db.insert(oneTimeTokens).values({ hash: hashToken(token), ...entry })
    },

    /** Takes the token away, so that of two who bring it one gets it. @returns whose it was; null when it is unknown, used or expired. */
    async take(token: string, purpose: OneTimePurpose, now: Date): Promise<{ userId: string } | null> {
      const good = and(
        eq(oneTimeTokens.hash, hashToken(token)),
        eq(oneTimeTokens.purpose, purpose),
        gt(oneTimeTokens.expiresAt, now),
      )
      const rows = await db.delete(oneTimeTokens).where(good).returning({ userId: oneTimeTokens.userId })
      return rows[0] ?? null
    },

    async removeAll(userId: string, purpose: OneTimePurpose): Promise<void> {
      await db.delete(oneTimeTokens).where(and(eq(oneTimeTokens.userId, userId), eq(oneTimeTokens.purpose, purpose)))
    },

    async removeExpired(now: Date): Promise<void> {
      await db.delete(oneTimeTokens).where(lte(oneTimeTokens.expiresAt, now))
    },
  }
}
