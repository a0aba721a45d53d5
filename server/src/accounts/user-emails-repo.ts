import { and, eq } from 'drizzle-orm'
import type { Database } from '../db/database.ts'
import { recordEvent } from '../db/events.ts'
import type { UserRow } from '../db/schema.ts'
import { endPendingSignUps } from './sign-ups-repo.ts'

/** Changes of an account's email address. */
export function createUserEmails(db: Database) {
  const { users } = db.schema
  return {
    /**
     * Records that one of the two mailboxes confirmed a change of address; the address changes once all required ones
     * have.
     * @returns the account, changed or not yet; null when the change was canceled.
     */
    async agreeToNewEmail(
      id: string,
      { newEmail, side, needsOldSide }: { newEmail: string; side: 'old' | 'new'; needsOldSide: boolean },
      now: Date,
    ): Promise<UserRow | null> {
      const pending = and(eq(users.id, id), eq(users.newEmail, newEmail))
      const agreed = side === 'old' ? { newEmailOldSide: true } : { newEmailNewSide: true }
      const [changed] = await db.update(users).set(agreed).where(pending).returning()
      if (!changed?.newEmailNewSide || (needsOldSide && !changed.newEmailOldSide)) return changed ?? null
      const rows = await db.writeThen(
        (tx) =>
          tx
            .update(users)
            .set({
              ...settledEmail(newEmail),
              verifiedAt: now,
              // Set for a guest's first method only; later methods keep the time.
              confirmedAt: changed.isAnonymous ? now : (changed.confirmedAt ?? now),
              updatedAt: now,
            })
            .where(pending)
            .returning(),
        (tx, changed) => [
          ...changed.map((row) => endPendingSignUps(db, tx, row)),
          ...recordEvent(tx, db.schema, { kind: 'account.email_changed', userId: id }, now),
        ],
      )
      return rows[0] ?? null
    },

    /** Changes the account's address at once, without verification. @returns null if the account is deleted. */
    async setUnprovedEmail(id: string, email: string, now: Date): Promise<UserRow | null> {
      const rows = await db.writeThen(
        (tx) =>
          tx
            .update(users)
            .set({ ...settledEmail(email), verifiedAt: null, updatedAt: now })
            .where(eq(users.id, id))
            .returning(),
        (tx, changed) => [
          ...changed.map((row) => endPendingSignUps(db, tx, row)),
          ...recordEvent(tx, db.schema, { kind: 'account.email_changed', userId: id }, now),
        ],
      )
      return rows[0] ?? null
    },
  }
}

/** An account with an address is no longer a guest. */
const settledEmail = (email: string) => ({
  email,
  isAnonymous: false,
  newEmail: null,
  newEmailOldSide: false,
  newEmailNewSide: false,
})
