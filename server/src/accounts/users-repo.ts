import { and, asc, eq, isNotNull, isNull, lte, notExists, sql } from 'drizzle-orm'
import type { Database, Queries } from '../db/database.ts'
import { recordEvent, removeDeliveries, type DomainEvent } from '../db/events.ts'
import type { UserRow } from '../db/schema.ts'

export type NewUser = Pick<UserRow, 'id' | 'email' | 'passwordHash' | 'userMetadata' | 'confirmedAt' | 'createdAt'> &
  Partial<Pick<UserRow, 'phone' | 'isAnonymous' | 'verifiedAt'>>
type UserChanges = Partial<Omit<UserRow, 'id' | 'createdAt' | 'updatedAt' | 'deletionDueAt'>>

/** Where a person wants to go once an address is confirmed, and the challenge of the client that exchanges a code for it. */
interface Wanted {
  redirectTo?: string
  codeChallenge?: string | undefined
}

export type UsersRepo = ReturnType<typeof createUsersRepo>

/** Accounts, by id or by address (always lower case). */
export function createUsersRepo(db: Database) {
  const { users } = db.schema
  const isFirst = (tx: Queries) =>
    notExists(
      tx
        .select({ one: sql`1` })
        .from(users)
        .where(isNotNull(users.email)),
    )
  return {
    /**
     * The first account is an operator's.
     * @param wanted what follows once the address is confirmed. @returns null when it has an account already.
     */
    async insert(user: NewUser, wanted: Wanted = {}): Promise<UserRow | null> {
      const rows = await db.writeThen(
        (tx) =>
          tx
            .insert(users)
            .values({
              ...user,
              updatedAt: user.createdAt,
              isOperator: isFirst(tx),
            })
            .onConflictDoNothing({ target: users.email })
            .returning(),
        (tx) => recordEvent(tx, db.schema, signedUp(user.id, wanted), user.createdAt),
      )
      return rows[0] ?? null
    },

    /** As `insert`, without an event: who asked for it gets another message, or none. Guests and numbers run no server. */
    async insertQuietly(user: NewUser): Promise<UserRow | null> {
      const rows = await db
        .insert(users)
        .values({ ...user, updatedAt: user.createdAt, ...(user.email !== null && { isOperator: isFirst(db) }) })
        .onConflictDoNothing()
        .returning()
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

    async byPhone(phone: string): Promise<UserRow | null> {
      const rows = await db.select().from(users).where(eq(users.phone, phone))
      return rows[0] ?? null
    },

    /** Everybody, the oldest account first. */
    async list(): Promise<Pick<UserRow, 'id' | 'email' | 'phone' | 'createdAt'>[]> {
      return db
        .select({ id: users.id, email: users.email, phone: users.phone, createdAt: users.createdAt })
        .from(users)
        .orderBy(asc(users.createdAt), asc(users.id))
    },

    /**
     * Records that one of the two mailboxes agreed to a change of address; the address changes when all that must have agreed.
     * @returns the account, changed or not yet; null when the change was given up meanwhile.
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
              // A guest's first method; later ones are younger.
              confirmedAt: changed.isAnonymous ? now : (changed.confirmedAt ?? now),
              updatedAt: now,
            })
            .where(pending)
            .returning(),
        (tx) => recordEvent(tx, db.schema, { kind: 'account.email_changed', userId: id }, now),
      )
      return rows[0] ?? null
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
          typeof changes.passwordHash !== 'string'
            ? []
            : recordEvent(tx, db.schema, { kind: 'account.password_changed', userId: id }, now),
      )
      return rows[0] ?? null
    },

    /** As `replaceUnconfirmed`, for a number; without an event. */
    async replaceUnconfirmedPhone(
      { phone, ...changes }: Pick<UserRow, 'passwordHash' | 'userMetadata'> & { phone: string },
      now: Date,
    ): Promise<UserRow | null> {
      const rows = await db
        .update(users)
        .set({ ...changes, updatedAt: now })
        .where(and(eq(users.phone, phone), isNull(users.confirmedAt)))
        .returning()
      return rows[0] ?? null
    },

    /** Gives the account another address at once, which nobody proved. @returns null when it is gone. */
    async setUnprovedEmail(id: string, email: string, now: Date): Promise<UserRow | null> {
      const rows = await db.writeThen(
        (tx) =>
          tx
            .update(users)
            .set({ ...settledEmail(email), verifiedAt: null, updatedAt: now })
            .where(eq(users.id, id))
            .returning(),
        (tx) => recordEvent(tx, db.schema, { kind: 'account.email_changed', userId: id }, now),
      )
      return rows[0] ?? null
    },

    /** Lets a later sign-up take the place of one that nobody confirmed. @param wanted null: no event, so that no mail is sent. @returns null when the account is confirmed. */
    async replaceUnconfirmed(
      email: string,
      changes: Pick<UserRow, 'passwordHash' | 'userMetadata'>,
      now: Date,
      wanted: Wanted | null = {},
    ): Promise<UserRow | null> {
      const unconfirmed = and(eq(users.email, email), isNull(users.confirmedAt))
      const rows = await db.writeThen(
        (tx) =>
          tx
            .update(users)
            .set({ ...changes, updatedAt: now })
            .where(unconfirmed)
            .returning(),
        (tx, replaced) =>
          wanted === null ? [] : replaced.flatMap(({ id }) => recordEvent(tx, db.schema, signedUp(id, wanted), now)),
      )
      return rows[0] ?? null
    },
  }
}

function signedUp(userId: string, wanted: Wanted): DomainEvent {
  return { kind: 'account.signed_up', userId, ...wanted }
}

/** An account with an address is no guest's any more. */
const settledEmail = (email: string) => ({
  email,
  isAnonymous: false,
  newEmail: null,
  newEmailOldSide: false,
  newEmailNewSide: false,
})
