import { and, asc, eq, exists, isNull, lt, ne, or, sql } from 'drizzle-orm'
import type { Database, Queries } from '../../db/database.ts'
import { recordEvent } from '../../db/events.ts'
import type { FactorRow } from '../../db/schema.ts'
import { createFactorProofs } from './factor-proofs-repo.ts'

export type FactorsRepo = ReturnType<typeof createFactorsRepo>

/** Second factors with their challenges, and recovery codes. */
export function createFactorsRepo(db: Database) {
  const { factors, users } = db.schema

  /**
   * Updates whether sessions need a second factor, based on the verified ones. The first write waits for concurrent
   * changes to them, so that the second one sees them.
   */
  const updateSecondFactor = (tx: Queries, userId: string) => [
    tx
      .update(users)
      .set({ secondFactor: sql`${users.secondFactor}` })
      .where(eq(users.id, userId)),
    tx
      .update(users)
      .set({
        secondFactor: exists(
          tx
            .select({ one: sql`1` })
            .from(factors)
            .where(and(eq(factors.userId, userId), eq(factors.status, 'verified'), ne(factors.kind, 'recovery_code'))),
        ),
      })
      .where(eq(users.id, userId)),
  ]

  return {
    ...createFactorProofs(db),

    /** A user's factors, oldest first. */
    list(userId: string): Promise<FactorRow[]> {
      return db
        .select()
        .from(factors)
        .where(eq(factors.userId, userId))
        .orderBy(asc(factors.createdAt), asc(factors.id))
    },

    /** @returns null when it is not the user's, or was removed. */
    async find(userId: string, id: string): Promise<FactorRow | null> {
      const rows = await db
        .select()
        .from(factors)
        .where(and(eq(factors.id, id), eq(factors.userId, userId)))
      return rows[0] ?? null
    },

    async insert(factor: Omit<FactorRow, 'usedStep' | 'updatedAt'>): Promise<void> {
      await db.insert(factors).values({ ...factor, usedStep: null, updatedAt: factor.createdAt })
    },

    /** Sessions need it from now on. */
    async verify({ id, userId, kind }: Pick<FactorRow, 'id' | 'userId' | 'kind'>, now: Date): Promise<void> {
      await db.writeThen(
        (tx) =>
          tx
            .update(factors)
            .set({ status: 'verified', updatedAt: now })
            .where(and(eq(factors.id, id), eq(factors.status, 'unverified')))
            .returning(),
        (tx) => [
          ...updateSecondFactor(tx, userId),
          ...recordEvent(tx, db.schema, { kind: 'account.factor_added', userId, what: kind }, now),
        ],
      )
    },

    /** Keeps a factor that was confirmed in the meantime, because removing it needs a proof. */
    async remove(
      { id, userId, kind, status }: Pick<FactorRow, 'id' | 'userId' | 'kind' | 'status'>,
      now: Date,
    ): Promise<void> {
      await db.writeThen(
        (tx) =>
          tx
            .delete(factors)
            .where(and(eq(factors.id, id), eq(factors.status, status)))
            .returning(),
        (tx) => [
          ...updateSecondFactor(tx, userId),
          ...(status === 'verified'
            ? recordEvent(tx, db.schema, { kind: 'account.factor_removed', userId, what: kind }, now)
            : []),
        ],
      )
    },

    /** Accepts a time step's code, later than all accepted before. @returns false when one as late was accepted. */
    async takeStep(id: string, step: number): Promise<boolean> {
      const rows = await db
        .update(factors)
        .set({ usedStep: step })
        .where(and(eq(factors.id, id), or(isNull(factors.usedStep), lt(factors.usedStep, step))))
        .returning()
      return rows.length > 0
    },
  }
}
