import { and, asc, eq, isNotNull, lte } from 'drizzle-orm'
import type { Database } from '../db/database.ts'
import { recordEvent, removeDeliveries, type DomainEvent } from '../db/events.ts'
import type { UserRow } from '../db/schema.ts'
import { createSignUps, endPendingSignUps } from './sign-ups-repo.ts'
import { createUserEmails } from './user-emails-repo.ts'
import { createUserPasswords, type UserChanges } from './user-passwords-repo.ts'

export type UsersRepo = ReturnType<typeof createUsersRepo>

/**
 * Accounts, by ID or by address (always lowercase). An unconfirmed sign-up is a separate row: an address or number may
 * have one with a password and one without, and belongs to the one that is confirmed first.
 */
export function createUsersRepo(db: Database) {
  const { users } = db.schema
  const isConfirmed = isNotNull(users.confirmedAt)
  return {
    ...createSignUps(db),
    ...createUserEmails(db),
    ...createUserPasswords(db),

    /** Records an event that doesn't change the account. */
    record(event: DomainEvent, at: Date): Promise<void> {
      return db.batch((tx) => recordEvent(tx, db.schema, event, at))
    },

    async byId(id: string): Promise<UserRow | null> {
      const rows = await db.select().from(users).where(eq(users.id, id))
      return rows[0] ?? null
    },

    /** The confirmed account, never an unconfirmed sign-up. */
    async byEmail(email: string): Promise<UserRow | null> {
      const rows = await db
        .select()
        .from(users)
        .where(and(eq(users.email, email), isConfirmed))
      return rows[0] ?? null
    },

    /** As `byEmail`. */
    async byPhone(phone: string): Promise<UserRow | null> {
      const rows = await db
        .select()
        .from(users)
        .where(and(eq(users.phone, phone), isConfirmed))
      return rows[0] ?? null
    },

    /** All accounts, oldest first. */
    async list(): Promise<Pick<UserRow, 'id' | 'email' | 'phone' | 'createdAt'>[]> {
      return db
        .select({ id: users.id, email: users.email, phone: users.phone, createdAt: users.createdAt })
        .from(users)
        .where(isConfirmed)
        .orderBy(asc(users.createdAt), asc(users.id))
    },

    /** @returns the changed account; null when it is deleted. */
    async update(id: string, changes: UserChanges, now: Date): Promise<UserRow | null> {
      const rows = await db.writeThen(
        (tx) =>
          tx
            .update(users)
            .set({ ...changes, updatedAt: now })
            .where(eq(users.id, id))
            .returning(),
        (tx, changed) =>
          typeof changes.phone === 'string' ? changed.map((row) => endPendingSignUps(db, tx, row)) : [],
      )
      return rows[0] ?? null
    },

    /** Schedules the account's deletion at that time; null: cancels it. */
    async setDeletionDue(id: string, at: Date | null): Promise<void> {
      await db.update(users).set({ deletionDueAt: at }).where(eq(users.id, id))
    },

    /** As requested by its owner: records the event that sends the emails. */
    async scheduleDeletion(id: string, at: Date | null, now: Date): Promise<void> {
      const kind = at === null ? 'account.deletion_cancelled' : 'account.deletion_requested'
      await db.writeThen(
        (tx) => tx.update(users).set({ deletionDueAt: at }).where(eq(users.id, id)).returning(),
        (tx) => recordEvent(tx, db.schema, { kind, userId: id }, now),
      )
    },

    /** Accounts due for deletion. */
    listDueForDeletion(now: Date): Promise<UserRow[]> {
      return db.select().from(users).where(lte(users.deletionDueAt, now))
    },

    /** Deletes the account and every row that belongs to it. */
    async remove(id: string): Promise<void> {
      await db.batch((tx) => [...removeDeliveries(tx, db.schema, id), tx.delete(users).where(eq(users.id, id))])
    },
  }
}
