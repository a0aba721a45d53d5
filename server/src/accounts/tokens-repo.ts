import { and, eq, gt, isNull, lt, lte } from 'drizzle-orm'
import type { Database } from '../db/database.ts'
import type { Schema } from '../db/schema.ts'
import { hashToken } from './secret-token.ts'

type OneTimePurpose = Schema['oneTimeTokens']['$inferSelect']['purpose']

export type OneTimeTokensRepo = ReturnType<typeof createOneTimeTokensRepo>

/** Tokens of mailed links. Only their hashes are stored; each is valid once, for one purpose. */
export function createOneTimeTokensRepo(db: Database) {
  const { oneTimeTokens } = db.schema
  return {
    async insert(
      token: string,
      entry: { userId: string; purpose: OneTimePurpose; createdAt: Date; expiresAt: Date },
    ): Promise<void> {
      await db.insert(oneTimeTokens).values({ hash: hashToken(token), ...entry })
    },

    /** Deletes the token, so that only one of two requests with it succeeds. @returns its user; null when it is unknown, used or expired. */
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

interface AuthorizationCode {
  /** The session whose owner granted it; the code ends with it. */
  sessionId: string
  codeChallenge: string
  expiresAt: Date
}

export type AuthorizationCodesRepo = ReturnType<typeof createAuthorizationCodesRepo>

/** Codes that the extension exchanges for a session of its own. Only their hashes are stored. */
export function createAuthorizationCodesRepo(db: Database) {
  const { authorizationCodes } = db.schema
  return {
    async insert(code: string, entry: AuthorizationCode & { createdAt: Date }): Promise<void> {
      await db.insert(authorizationCodes).values({ hash: hashToken(code), ...entry })
    },

    /** Deletes the code, expired or not, so that only one of two requests with it succeeds. @returns null when it is unknown or used. */
    async take(code: string): Promise<AuthorizationCode | null> {
      const rows = await db
        .delete(authorizationCodes)
        .where(eq(authorizationCodes.hash, hashToken(code)))
        .returning()
      return rows[0] ?? null
    },

    async removeExpired(now: Date): Promise<void> {
      await db.delete(authorizationCodes).where(lte(authorizationCodes.expiresAt, now))
    },
  }
}

/** A refresh token that a client sent. `usedAt` null: it was unused until this call. */
interface SpentRefreshToken {
  sessionId: string
  /** When an earlier call used it. */
  usedAt: Date | null
}

/** Refresh tokens, hashed, beside their sessions; used ones stay until the session ends, so that reuse is detected. */
export function createRefreshTokensRepo(db: Database) {
  const { refreshTokens } = db.schema
  return {
    async insert(token: string, sessionId: string, now: Date): Promise<void> {
      await db.insert(refreshTokens).values({ hash: hashToken(token), sessionId, createdAt: now })
    },

    /** Marks the token as used; of two concurrent calls exactly one finds it unused. @returns null when it is unknown. */
    async spend(token: string, now: Date): Promise<SpentRefreshToken | null> {
      const isIt = eq(refreshTokens.hash, hashToken(token))
      const [fresh] = await db
        .update(refreshTokens)
        .set({ usedAt: now })
        .where(and(isIt, isNull(refreshTokens.usedAt)))
        .returning()
      if (fresh) return { sessionId: fresh.sessionId, usedAt: null }
      const [used] = await db.select().from(refreshTokens).where(isIt)
      return used ?? null
    },

    async removeUsedBefore(time: Date): Promise<void> {
      await db.delete(refreshTokens).where(lt(refreshTokens.usedAt, time))
    },
  }
}
