import { and, eq, isNull, ne } from 'drizzle-orm'
import type { Database, Queries } from '../db/database.ts'
import { recordEvent } from '../db/events.ts'
import type { UserRow } from '../db/schema.ts'

/** The fields of an account that can be changed. */
export type UserChanges = Partial<Omit<UserRow, 'id' | 'createdAt' | 'updatedAt' | 'deletionDueAt'>>

/** The writes that end a user's emailed and texted tokens, all sessions but one, and known devices. */
function endSessions({ schema }: Pick<Database, 'schema'>, tx: Queries, userId: string, kept: string | null) {
  const { sessions, oneTimeTokens, knownDevices } = schema
  return [
    tx.delete(sessions).where(and(eq(sessions.userId, userId), kept === null ? undefined : ne(sessions.id, kept))),
    tx.delete(oneTimeTokens).where(eq(oneTimeTokens.userId, userId)),
    tx.delete(knownDevices).where(eq(knownDevices.userId, userId)),
  ]
}

/** Changes of an account that end its sessions. */
export function createUserPasswords(db: Database) {
  const { users, identities, factors, webauthnKeys } = db.schema
  return {
    /**
     * Changes a password and ends all other sessions and emailed tokens: atomically, so that no session with the
     * earlier password starts in between.
     * @returns the account; null when it is deleted.
     */
    async setPassword(
      id: string,
      { sessionId, ...changes }: UserChanges & { passwordHash: string; sessionId: string },
      now: Date,
    ): Promise<UserRow | null> {
      const rows = await db.writeThen(
        (tx) =>
          tx
            .update(users)
            .set({ ...changes, updatedAt: now })
            .where(eq(users.id, id))
            .returning(),
        (tx) => [
          ...endSessions(db, tx, id, sessionId),
          ...recordEvent(tx, db.schema, { kind: 'account.password_changed', userId: id }, now),
        ],
      )
      return rows[0] ?? null
    },

    /**
     * Records the first verification of the address of an account that was confirmed without one. The account's creator
     * may not own the mailbox, so all earlier ways to sign in end.
     * @returns the account; null when it is deleted or was verified.
     */
    async proveFirst(id: string, now: Date): Promise<UserRow | null> {
      const rows = await db.writeThen(
        (tx) =>
          tx
            .update(users)
            .set({
              verifiedAt: now,
              passwordHash: null,
              phone: null,
              phoneVerifiedAt: null,
              newEmail: null,
              newEmailOldSide: false,
              newEmailNewSide: false,
              secondFactor: false,
              updatedAt: now,
            })
            .where(and(eq(users.id, id), isNull(users.verifiedAt)))
            .returning(),
        (tx) => [
          ...endSessions(db, tx, id, null),
          ...[identities, webauthnKeys, factors].map((table) => tx.delete(table).where(eq(table.userId, id))),
        ],
      )
      return rows[0] ?? null
    },
  }
}
