import { and, eq, gte, isNull, lt, lte, max } from 'drizzle-orm'
import type { Database } from '../../db/database.ts'
import { hashToken } from './secret-token.ts'

interface AuthorizationCode {
  /** The session whose owner granted it; the code ends with it. */
  sessionId: string
  /** Whether the code hands over the session itself; otherwise the exchange opens another one of the same user. */
  handsOver: boolean
  codeChallenge: string
  expiresAt: Date
}

export type AuthorizationCodesRepo = ReturnType<typeof createAuthorizationCodesRepo>

/**
 * Codes that the extension, or a client that started a sign-in, exchanges for a session. Only their hashes are stored.
 */
export function createAuthorizationCodesRepo(db: Database) {
  const { authorizationCodes } = db.schema
  return {
    async insert(code: string, entry: AuthorizationCode & { createdAt: Date }): Promise<void> {
      await db.insert(authorizationCodes).values({ hash: hashToken(code), ...entry })
    },

    /**
     * Deletes the code, expired or not, so that only one of two requests with it succeeds.
     * @returns null when it is unknown or used.
     */
    async take(code: string): Promise<AuthorizationCode | null> {
      const rows = await db
        .delete(authorizationCodes)
        .where(eq(authorizationCodes.hash, hashToken(code)))
        .returning()
      return rows[0] ?? null
    },

    /** @returns sessions that were never handed over. */
    async removeExpired(now: Date): Promise<string[]> {
      const rows = await db.delete(authorizationCodes).where(lte(authorizationCodes.expiresAt, now)).returning()
      return rows.filter(({ handsOver }) => handsOver).map(({ sessionId }) => sessionId)
    },
  }
}

/** A refresh token that a client sent. `usedAt` null: it was unused until this call. */
export interface SpentRefreshToken {
  sessionId: string
  generation: number
  /** When an earlier call used it. */
  usedAt: Date | null
}

/** Refresh tokens, hashed; used ones stay until the session ends, so that reuse is detected. */
export function createRefreshTokensRepo(db: Database) {
  const { refreshTokens } = db.schema
  return {
    async insert(
      token: string,
      { sessionId, generation }: Pick<SpentRefreshToken, 'sessionId' | 'generation'>,
      now: Date,
    ): Promise<void> {
      await db.insert(refreshTokens).values({ hash: hashToken(token), sessionId, generation, createdAt: now })
    },

    /**
     * Marks the token as used; of two concurrent calls exactly one finds it unused.
     * @returns null when it is unknown.
     */
    async spend(token: string, now: Date): Promise<SpentRefreshToken | null> {
      const isIt = eq(refreshTokens.hash, hashToken(token))
      const [fresh] = await db
        .update(refreshTokens)
        .set({ usedAt: now })
        .where(and(isIt, isNull(refreshTokens.usedAt)))
        .returning()
      if (fresh) return { ...fresh, usedAt: null }
      const [used] = await db.select().from(refreshTokens).where(isIt)
      return used ?? null
    },

    /** Whether a token of the same or a later generation was used before that time, so the session has two branches. */
    async isOvertaken({ sessionId, generation }: SpentRefreshToken, before: Date): Promise<boolean> {
      const used = await db
        .select({ hash: refreshTokens.hash })
        .from(refreshTokens)
        .where(
          and(
            eq(refreshTokens.sessionId, sessionId),
            gte(refreshTokens.generation, generation),
            lt(refreshTokens.usedAt, before),
          ),
        )
        .limit(1)
      return used.length > 0
    },

    /** The number of token exchanges in the session. */
    async lastGeneration(sessionId: string): Promise<number> {
      const rows = await db
        .select({ last: max(refreshTokens.generation) })
        .from(refreshTokens)
        .where(eq(refreshTokens.sessionId, sessionId))
      return rows[0]?.last ?? 0
    },

    /** Reads the token without using it. @returns null when it is unknown. */
    async find(token: string): Promise<SpentRefreshToken | null> {
      const [row] = await db
        .select()
        .from(refreshTokens)
        .where(eq(refreshTokens.hash, hashToken(token)))
      return row ?? null
    },

    async removeUsedBefore(time: Date): Promise<void> {
      await db.delete(refreshTokens).where(lt(refreshTokens.usedAt, time))
    },
  }
}
