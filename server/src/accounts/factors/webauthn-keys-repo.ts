import { and, asc, eq, isNull, lt, or } from 'drizzle-orm'
import type { Database } from '../../db/database.ts'
import { recordEvent } from '../../db/events.ts'
import type { WebauthnKeyRow } from '../../db/schema.ts'

export type WebauthnKeysRepo = ReturnType<typeof createWebauthnKeysRepo>

/** WebAuthn keys: those of second factors and, without one, passkeys. */
export function createWebauthnKeysRepo(db: Database) {
  const { webauthnKeys } = db.schema
  const getPasskey = (userId: string, id: string) =>
    and(eq(webauthnKeys.id, id), eq(webauthnKeys.userId, userId), isNull(webauthnKeys.factorId))
  return {
    async insert(key: WebauthnKeyRow): Promise<boolean> {
      const { userId, factorId, createdAt } = key
      const rows = await db.writeThen(
        (tx) => tx.insert(webauthnKeys).values(key).onConflictDoNothing().returning(),
        // A factor records its own event when it is verified.
        (tx) =>
          factorId === null
            ? recordEvent(tx, db.schema, { kind: 'account.factor_added', userId, what: 'passkey' }, createdAt)
            : [],
      )
      return rows.length > 0
    },

    /** The user's keys, passkeys and others. */
    listAll(userId: string): Promise<WebauthnKeyRow[]> {
      return db.select().from(webauthnKeys).where(eq(webauthnKeys.userId, userId))
    },

    ofFactor(factorId: string): Promise<WebauthnKeyRow[]> {
      return db.select().from(webauthnKeys).where(eq(webauthnKeys.factorId, factorId))
    },

    listPasskeys(userId: string): Promise<WebauthnKeyRow[]> {
      return db
        .select()
        .from(webauthnKeys)
        .where(and(eq(webauthnKeys.userId, userId), isNull(webauthnKeys.factorId)))
        .orderBy(asc(webauthnKeys.createdAt), asc(webauthnKeys.id))
    },

    async byCredential(credentialId: string): Promise<WebauthnKeyRow | null> {
      const rows = await db.select().from(webauthnKeys).where(eq(webauthnKeys.credentialId, credentialId))
      return rows[0] ?? null
    },

    /** Records a signature. @returns false when the counter was already reached, because a copy of the key signed. */
    async recordUse(id: string, counter: number, now: Date): Promise<boolean> {
      const later = counter === 0 ? eq(webauthnKeys.counter, 0) : lt(webauthnKeys.counter, counter)
      const rows = await db
        .update(webauthnKeys)
        .set({ counter, lastUsedAt: now })
        .where(and(eq(webauthnKeys.id, id), or(later)))
        .returning()
      return rows.length > 0
    },

    async renamePasskey(userId: string, id: string, friendlyName: string): Promise<WebauthnKeyRow | null> {
      const rows = await db.update(webauthnKeys).set({ friendlyName }).where(getPasskey(userId, id)).returning()
      return rows[0] ?? null
    },

    async removePasskey(userId: string, id: string, now: Date): Promise<boolean> {
      const rows = await db.writeThen(
        (tx) => tx.delete(webauthnKeys).where(getPasskey(userId, id)).returning(),
        (tx) => recordEvent(tx, db.schema, { kind: 'account.factor_removed', userId, what: 'passkey' }, now),
      )
      return rows.length > 0
    },
  }
}
