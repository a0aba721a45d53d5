import { lte } from 'drizzle-orm'
import type { Database } from '../db/database.ts'
import { hashToken } from './secret-token.ts'

export type SpentProofsRepo = ReturnType<typeof createSpentProofsRepo>

/** What lets somebody in once only. */
export function createSpentProofsRepo(db: Database) {
  const { spentProofs } = db.schema
  return {
    /** @param until when it is refused by its own time. @returns false when it was spent before. */
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
