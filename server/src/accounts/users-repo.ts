import { and, asc, eq, isNull, lte } from 'drizzle-orm'
import type { Database } from '../db/database.ts'
import { recordEvent, removeDeliveries, type DomainEvent } from '../db/events.ts'
import type { UserRow } from '../db/schema.ts'

export type NewUser = Pick<UserRow, 'id' | 'email' | 'passwordHash' | 'userMetadata' | 'confirmedAt' | 'createdAt'>
type UserChanges = Partial<
  Pick<UserRow, 'passwordHash' | 'userMetadata' | 'confirmedAt' | 'verifiedAt' | 'lastSignInAt'>
>

export type UsersRepo = ReturnType<typeof createUsersRepo>

/** Accounts, by id or by address (always lower case). */
export function createUsersRepo(db: Database) {
  const { users } = db.schema
  return {
    /** @param redirectTo where the person wants to go once the address is confirmed. @returns null when it has an account already. */
    async insert(user: NewUser, redirectTo?: string): Promise<UserRow | null> {
      const rows = await db.writeThen(
        (tx) =>
          tx
            .insert(users)
            .values({ ...user, updatedAt: user.createdAt })
            .onConflictDoNothing({ target: users.email })
            .returning(),
        (tx) => recordEvent(tx, db.schema, signedUp(user.id, redirectTo), user.createdAt),
      )
      return rows[0] ?? null
    },

    /** Records what changes nothing of the account itself. */
    record(event: DomainEvent, at: Date): Promise<void> {
      return db.batch((tx) => recordEvent(tx, db.schema, event, at))
    },

    async byId(id: string): Promise<UserRow | null> {
      const rows = await db.select().from(users).where(eq(users.id, id))
      return rows[0] ?? null
    },

    async byEmail(email: string): Promise<UserRow | null> {
      const rows = await db.select().from(users).where(eq(users.email, email))
      return rows[0] ?? null
    },

    /** Everybody, the oldest account first. */
    async list(): Promise<Pick<UserRow, 'id' | 'email' | 'createdAt'>[]> {
      return db
        .select({ id: users.id, email: users.email, createdAt: users.createdAt })
        .from(users)
        .orderBy(asc(users.createdAt), asc(users.id))
    },

    /** Has the account deleted at that time; null: it stays. */
    async setDeletionDue(id: string, at: Date | null): Promise<void> {
      await db.update(users).set({ deletionDueAt: at }).where(eq(users.id, id))
    },

    /** As its owner asks: with the event that the mails follow from. */
    async scheduleDeletion(id: string, at: Date | null, now: Date): Promise<void> {
      const kind = at === null ? 'account.deletion_cancelled' : 'account.deletion_requested'
      await db.writeThen(
        (tx) => tx.update(users).set({ deletionDueAt: at }).where(eq(users.id, id)).returning(),
        (tx) => recordEvent(tx, db.schema, { kind, userId: id }, now),
      )
    },

    /** Accounts that are to be deleted by now. */
    listDueForDeletion(now: Date): Promise<UserRow[]> {
      return db.select().from(users).where(lte(users.deletionDueAt, now))
    },

    /** Removes the account and, with it, every row that belongs to it. */
    async remove(id: string): Promise<void> {
      await db.batch((tx) => [...removeDeliveries(tx, db.schema, id), tx.delete(users).where(eq(users.id, id))])
    },

    /** @returns the changed account; null when it is gone. */
    async update(id: string, changes: UserChanges, now: Date): Promise<UserRow | null> {
      const rows = await db.writeThen(
        (tx) =>
          tx
            .update(users)
            .set({ ...changes, updatedAt: now })
            .where(eq(users.id, id))
            .returning(),
        (tx) =>
          changes.passwordHash === undefined
            ? []
            : recordEvent(tx, db.schema, { kind: 'account.password_changed', userId: id }, now),
      )
      return rows[0] ?? null
    },

    /** Lets a later sign-up take the place of one that nobody confirmed. @returns null when the account is confirmed. */
    async replaceUnconfirmed(
      email: string,
      changes: Pick<UserRow, 'passwordHash' | 'userMetadata'>,
      now: Date,
      redirectTo?: string,
    ): Promise<UserRow | null> {
      const unconfirmed = and(eq(users.email, email), isNull(users.confirmedAt))
      const rows = await db.writeThen(
        (tx) =>
          tx
            .update(users)
            .set({ ...changes, updatedAt: now })
            .where(unconfirmed)
            .returning(),
        (tx, replaced) => replaced.flatMap(({ id }) => recordEvent(tx, db.schema, signedUp(id, redirectTo), now)),
      )
      return rows[0] ?? null
    },
  }
}

function signedUp(userId: string, redirectTo: string | undefined): DomainEvent {
  return { kind: 'account.signed_up', userId, redirectTo }
}
