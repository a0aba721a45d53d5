import { and, asc, eq } from 'drizzle-orm'
import type { Database } from '../../db/database.ts'
import { recordEvent } from '../../db/events.ts'
import type { IdentityRow } from '../../db/schema.ts'

export type IdentitiesRepo = ReturnType<typeof createIdentitiesRepo>

/** External accounts linked to accounts for sign-in. */
export function createIdentitiesRepo(db: Database) {
  const { identities } = db.schema
  return {
    /** A user's identities, oldest first. */
    list(userId: string): Promise<IdentityRow[]> {
      return db
        .select()
        .from(identities)
        .where(eq(identities.userId, userId))
        .orderBy(asc(identities.createdAt), asc(identities.id))
    },

    async find(provider: string, subject: string): Promise<IdentityRow | null> {
      const rows = await db
        .select()
        .from(identities)
        .where(and(eq(identities.provider, provider), eq(identities.subject, subject)))
      return rows[0] ?? null
    },

    /** @returns false when it is linked to another account. */
    async insert(identity: Omit<IdentityRow, 'updatedAt'>): Promise<boolean> {
      const { provider, userId, createdAt } = identity
      const rows = await db.writeThen(
        (tx) =>
          tx
            .insert(identities)
            .values({ ...identity, updatedAt: createdAt })
            .onConflictDoNothing()
            .returning(),
        (tx) => recordEvent(tx, db.schema, { kind: 'account.identity_linked', userId, what: provider }, createdAt),
      )
      return rows.length > 0
    },

    /** Stores the provider's current profile data. */
    async recordSignIn(id: string, data: IdentityRow['data'], now: Date): Promise<void> {
      await db.update(identities).set({ data, lastSignInAt: now, updatedAt: now }).where(eq(identities.id, id))
    },

    async remove({ id, userId, provider }: Pick<IdentityRow, 'id' | 'userId' | 'provider'>, now: Date): Promise<void> {
      await db.writeThen(
        (tx) => tx.delete(identities).where(eq(identities.id, id)).returning(),
        (tx) => recordEvent(tx, db.schema, { kind: 'account.identity_unlinked', userId, what: provider }, now),
      )
    },
  }
}
