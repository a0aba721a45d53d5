import { and, asc, eq, isNotNull, isNull, lte, ne, notExists, or, sql } from 'drizzle-orm'
import type { Database, Queries } from '../db/database.ts'
import { recordEvent, removeDeliveries, type DomainEvent } from '../db/events.ts'
import type { UserRow } from '../db/schema.ts'

export type NewUser = Pick<UserRow, 'id' | 'email' | 'passwordHash' | 'userMetadata' | 'confirmedAt' | 'createdAt'> &
  Partial<Pick<UserRow, 'phone' | 'isAnonymous' | 'verifiedAt'>>
type UserChanges = Partial<Omit<UserRow, 'id' | 'createdAt' | 'updatedAt' | 'deletionDueAt'>>

/**
 * Where to redirect the user once an address is confirmed, and the challenge of the client that exchanges a code for
 * it.
 */
interface Wanted {
  redirectTo?: string
  codeChallenge?: string | undefined
}

export type UsersRepo = ReturnType<typeof createUsersRepo>

/** An address or a number. */
type Reach = { email: string } | { phone: string }

/**
 * Accounts, by ID or by address (always lowercase). An unconfirmed sign-up is a separate row: an address or number may
 * have one with a password and one without, and belongs to the one that is confirmed first.
 */
export function createUsersRepo(db: Database) {
  const { users, sessions, oneTimeTokens, knownDevices, identities, factors, webauthnKeys } = db.schema
  const isConfirmed = isNotNull(users.confirmedAt)
  const isPending = isNull(users.confirmedAt)
  /** The first account with an address is the operator's. */
  const isFirst = (tx: Queries) =>
    notExists(
      tx
        .select({ one: sql`1` })
        .from(users)
        .where(and(isNotNull(users.email), isConfirmed)),
    )
  /** The write that ends the sign-ups with the address and number of an account; null matches nothing. */
  const endPending = (tx: Queries, { email, phone }: Pick<UserRow, 'email' | 'phone'>) =>
    tx.delete(users).where(and(isPending, or(sql`${users.email} = ${email}`, sql`${users.phone} = ${phone}`)))
  /** Of accounts confirmed concurrently, in all processes, only one is the first. */
  const FIRST = 'first account'
  /** The writes that end a user's emailed and texted tokens, all sessions but one, and known devices. */
  const endSessions = (tx: Queries, userId: string, kept: string | null) => [
    tx.delete(sessions).where(and(eq(sessions.userId, userId), kept === null ? undefined : ne(sessions.id, kept))),
    tx.delete(oneTimeTokens).where(eq(oneTimeTokens.userId, userId)),
    tx.delete(knownDevices).where(eq(knownDevices.userId, userId)),
  ]
  return {
    /**
     * Creates an account or, unconfirmed, a sign-up. The first account with an address is an operator's.
     * @param wanted what follows once the address is confirmed; null: no event, and so no email.
     * @returns null when its address or number already has an account or such a sign-up.
     */
    async insert(user: NewUser, wanted: Wanted | null = {}): Promise<UserRow | null> {
      const runsServer = user.email !== null && user.confirmedAt !== null
      const rows = await db.oneAtATime(
        FIRST,
        (tx) =>
          tx
            .insert(users)
            .values({ ...user, updatedAt: user.createdAt, ...(runsServer && { isOperator: isFirst(tx) }) })
            .onConflictDoNothing()
            .returning(),
        (tx, made) => [
          ...made.filter(({ confirmedAt }) => confirmedAt !== null).map((row) => endPending(tx, row)),
          ...(wanted === null ? [] : recordEvent(tx, db.schema, signedUp(user.id, wanted), user.createdAt)),
        ],
      )
      return rows[0] ?? null
    },

    /**
     * Confirms a sign-up and ends the others with its address or number.
     * @returns the account; null when the sign-up has ended.
     * @throws when the address or number has an account.
     */
    async confirm(
      id: string,
      changes: Pick<UserRow, 'passwordHash'> & Partial<Pick<UserRow, 'verifiedAt' | 'phoneVerifiedAt'>>,
      now: Date,
    ): Promise<UserRow | null> {
      const rows = await db.oneAtATime(
        FIRST,
        (tx) =>
          tx
            .update(users)
            .set({
              ...changes,
              confirmedAt: now,
              updatedAt: now,
              isOperator: sql<boolean>`${users.email} is not null and ${isFirst(tx)}`,
            })
            .where(and(eq(users.id, id), isPending))
            .returning(),
        (tx, confirmed) => confirmed.map((row) => endPending(tx, row)),
      )
      return rows[0] ?? null
    },

    /** Unconfirmed sign-ups, oldest first. */
    pendingOf(reach: Reach): Promise<UserRow[]> {
      return db
        .select()
        .from(users)
        .where(and('email' in reach ? eq(users.email, reach.email) : eq(users.phone, reach.phone), isPending))
        .orderBy(asc(users.createdAt), asc(users.id))
    },

    /** Deletes sign-ups from before that time, which no link or code can confirm any more. */
    async removePendingSince(time: Date): Promise<void> {
      const tokens = db
        .select({ one: sql`1` })
        .from(oneTimeTokens)
        .where(eq(oneTimeTokens.userId, users.id))
      await db.delete(users).where(and(isPending, lte(users.createdAt, time), notExists(tokens)))
    },

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
          ...changed.map((row) => endPending(tx, row)),
          ...recordEvent(tx, db.schema, { kind: 'account.email_changed', userId: id }, now),
        ],
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
          ...endSessions(tx, id, sessionId),
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
          ...endSessions(tx, id, null),
          ...[identities, webauthnKeys, factors].map((table) => tx.delete(table).where(eq(table.userId, id))),
        ],
      )
      return rows[0] ?? null
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
        (tx, changed) => (typeof changes.phone === 'string' ? changed.map((row) => endPending(tx, row)) : []),
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
          ...changed.map((row) => endPending(tx, row)),
          ...recordEvent(tx, db.schema, { kind: 'account.email_changed', userId: id }, now),
        ],
      )
      return rows[0] ?? null
    },
  }
}

function signedUp(userId: string, wanted: Wanted): DomainEvent {
  return { kind: 'account.signed_up', userId, ...wanted }
}

/** An account with an address is no longer a guest. */
const settledEmail = (email: string) => ({
  email,
  isAnonymous: false,
  newEmail: null,
  newEmailOldSide: false,
  newEmailNewSide: false,
})
