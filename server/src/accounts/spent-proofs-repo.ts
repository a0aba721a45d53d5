import { lte } from 'drizzle-orm'
import type { Database } from '../db/database.ts'
import { hashToken } from './sessions/secret-token.ts'

export type SpentProofsRepo = ReturnType<typeof createSpentProofsRepo>

/** Single-use sign-in proofs. */
export function createSpentProofsRepo(db: Database) {
  const { spentProofs } = db.schema
  return {
    /** @param until when the proof itself expires. @returns false when it was used before. */
    async spend(proof: string, until: Date): Promise<boolean> {
      const rows = await db
        .insert(spentProofs)
        .values({ hash: hashToken(proof), expiresAt: until })
        .onConflictDoNothing()
        .returning()
      return rows.length > 0
    },

    async removeExpired(now: Date): Promise<void> {
      await db.delete(spentProofs).where(lte(spentProofs.expiresAt, now))
    },
  }
}
