import { and, eq, gt, isNull, lte } from 'drizzle-orm'
import type { Database } from '../../db/database.ts'
import type { ChallengeRow } from '../../db/schema.ts'

/** Pending challenges, and recovery codes. */
export function createFactorProofs(db: Database) {
  const { challenges, recoveryCodes } = db.schema
  const isAsked = (id: string, { userId, factorId }: Pick<ChallengeRow, 'userId' | 'factorId'>, now: Date) =>
    and(
      eq(challenges.id, id),
      userId === null ? isNull(challenges.userId) : eq(challenges.userId, userId),
      factorId === null ? isNull(challenges.factorId) : eq(challenges.factorId, factorId),
      gt(challenges.expiresAt, now),
    )

  return {
    async insertChallenge(challenge: ChallengeRow): Promise<void> {
      await db.insert(challenges).values(challenge)
    },

    /** @returns null when it is unknown, answered or expired. */
    async findChallenge(
      id: string,
      asked: Pick<ChallengeRow, 'userId' | 'factorId'>,
      now: Date,
    ): Promise<ChallengeRow | null> {
      const rows = await db
        .select()
        .from(challenges)
        .where(isAsked(id, asked, now))
      return rows[0] ?? null
    },

    /** Deletes the challenge: each is answered once. @returns null when it is unknown, answered or expired. */
    async takeChallenge(
      id: string,
      asked: Pick<ChallengeRow, 'userId' | 'factorId'>,
      now: Date,
    ): Promise<ChallengeRow | null> {
      const rows = await db
        .delete(challenges)
        .where(isAsked(id, asked, now))
        .returning()
      return rows[0] ?? null
    },

    async removeExpiredChallenges(now: Date): Promise<void> {
      await db.delete(challenges).where(lte(challenges.expiresAt, now))
    },

    /** Sets the factor's codes, which replace earlier ones. */
    async setRecoveryCodes(factorId: string, hashes: string[], now: Date): Promise<void> {
      await db.batch((tx) => [
        tx.delete(recoveryCodes).where(eq(recoveryCodes.factorId, factorId)),
        tx.insert(recoveryCodes).values(hashes.map((hash) => ({ hash, factorId, createdAt: now }))),
      ])
    },

    /**
     * Uses a code; of two concurrent calls one succeeds.
     * @returns when it was created; null when it is invalid or used.
     */
    async takeRecoveryCode(factorId: string, hash: string, now: Date): Promise<Date | null> {
      const unused = and(
        eq(recoveryCodes.hash, hash),
        eq(recoveryCodes.factorId, factorId),
        isNull(recoveryCodes.usedAt),
      )
      const rows = await db.update(recoveryCodes).set({ usedAt: now }).where(unused).returning()
      return rows[0]?.createdAt ?? null
    },

    async countRecoveryCodes(factorId: string): Promise<{ total: number; remaining: number }> {
      const ofFactor = eq(recoveryCodes.factorId, factorId)
      return {
        total: await db.$count(recoveryCodes, ofFactor),
        remaining: await db.$count(recoveryCodes, and(ofFactor, isNull(recoveryCodes.usedAt))),
      }
    },
  }
}
