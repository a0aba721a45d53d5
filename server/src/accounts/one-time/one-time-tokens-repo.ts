import { and, desc, eq, gt, inArray, lte } from 'drizzle-orm'
import type { Database } from '../../db/database.ts'
import type { Schema } from '../../db/schema.ts'
import type { OneTimePurpose } from '../../db/tables/sessions.table.ts'
import { hashToken } from '../sessions/secret-token.ts'

type TokenRow = Schema['oneTimeTokens']['$inferSelect']
/** The purpose of a token. */
export type TakenToken = Pick<TokenRow, 'userId' | 'purpose' | 'target' | 'codeChallenge'>

export type OneTimeTokensRepo = ReturnType<typeof createOneTimeTokensRepo>

/** Tokens and codes of emails and texts. Only their hashes are stored; each is valid once, for one purpose. */
export function createOneTimeTokensRepo(db: Database) {
  const { oneTimeTokens } = db.schema
  return {
    /** Replaces the user's earlier token for the same purpose. */
    async put(
      token: string,
      entry: Omit<TokenRow, 'hash' | 'sessionId'> & Partial<Pick<TokenRow, 'sessionId'>>,
    ): Promise<void> {
      const row = { hash: hashToken(token), ...entry }
      await db
        .insert(oneTimeTokens)
        .values(row)
        .onConflictDoUpdate({ target: [oneTimeTokens.userId, oneTimeTokens.purpose], set: row })
    },

    /**
     * Deletes the token, so that only one of two requests with it succeeds.
     * @returns null when it is unknown, used or expired.
     */
    async take(token: string, purposes: readonly OneTimePurpose[], now: Date): Promise<TakenToken | null> {
      const good = and(
        eq(oneTimeTokens.hash, hashToken(token)),
        inArray(oneTimeTokens.purpose, [...purposes]),
        gt(oneTimeTokens.expiresAt, now),
      )
      const rows = await db.delete(oneTimeTokens).where(good).returning()
      return rows[0] ?? null
    },

    /**
     * Deletes the token of a code that was sent to an address or number. The caller must limit guesses
     * (check-guess.ts).
     * @param getHash the code's hash for a user.
     * @returns null when no code matches, or it is used or expired.
     */
    async takeByCode(
      {
        target,
        purposes,
        getHash,
      }: { target: string; purposes: readonly OneTimePurpose[]; getHash: (userId: string) => string },
      now: Date,
    ): Promise<TakenToken | null> {
      const candidates = await db
        .select()
        .from(oneTimeTokens)
        .where(
          and(
            eq(oneTimeTokens.target, target),
            inArray(oneTimeTokens.purpose, [...purposes]),
            gt(oneTimeTokens.expiresAt, now),
          ),
        )
      const fitting = candidates.find(({ userId, codeHash }) => codeHash === getHash(userId))
      if (!fitting) return null
      const rows = await db.delete(oneTimeTokens).where(eq(oneTimeTokens.hash, fitting.hash)).returning()
      return rows[0] ?? null
    },

    /** @returns the user whose token for this purpose was sent there last; null when there is none. */
    async getPending(target: string, purpose: OneTimePurpose): Promise<Pick<TokenRow, 'userId' | 'sessionId'> | null> {
      const [row] = await db
        .select({ userId: oneTimeTokens.userId, sessionId: oneTimeTokens.sessionId })
        .from(oneTimeTokens)
        .where(and(eq(oneTimeTokens.target, target), eq(oneTimeTokens.purpose, purpose)))
        .orderBy(desc(oneTimeTokens.createdAt))
        .limit(1)
      return row ?? null
    },

    /** Deletes tokens of every purpose: those sent to an earlier address must no longer work. */
    async removeAll(userId: string): Promise<void> {
      await db.delete(oneTimeTokens).where(eq(oneTimeTokens.userId, userId))
    },

    async removeExpired(now: Date): Promise<void> {
      await db.delete(oneTimeTokens).where(lte(oneTimeTokens.expiresAt, now))
    },
  }
}
