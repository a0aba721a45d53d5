import { and, eq, isNull, lt } from 'drizzle-orm'
import type { Database } from '../db/database.ts'
import { hashToken } from './secret-token.ts'

/** What is known of a refresh token that was shown. `usedAt` null: this call used it. */
interface SpentRefreshToken {
  sessionId: string
  /** When an earlier call used it. */
  usedAt: Date | null
}

/** Refresh tokens, hashed, beside their sessions; used ones stay until the session ends, so that reuse is seen. */
export function createRefreshTokensRepo(db: Database) {
  const { refreshTokens } = db.schema
  return {
    async insert(token: string, sessionId: string, now: Date): Promise<void> {
      await db.insert(refreshTokens).values({ hash: hashToken(token), sessionId, createdAt: now })
    },

    /** Marks the token used; of two at once one is first. @returns null when the token is unknown. */
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
