import { eq, lte } from 'drizzle-orm'
import type { Database } from '../db/database.ts'
import { hashToken } from './secret-token.ts'

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

    /** Takes the code away, expired or not, so that of two who bring it one gets it. @returns null when it is unknown or used. */
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
