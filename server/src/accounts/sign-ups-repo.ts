import { and, asc, eq, isNotNull, isNull, lte, notExists, or, sql } from 'drizzle-orm'
import type { Database, Queries } from '../db/database.ts'
import { recordEvent, type DomainEvent } from '../db/events.ts'
import type { UserRow } from '../db/schema.ts'

export type NewUser = Pick<UserRow, 'id' | 'email' | 'passwordHash' | 'userMetadata' | 'confirmedAt' | 'createdAt'> &
  Partial<Pick<UserRow, 'phone' | 'isAnonymous' | 'verifiedAt'>>

/**
 * Where to redirect the user once an address is confirmed, and the challenge of the client that exchanges a code for
 * it.
 */
interface Wanted {
  redirectTo?: string
  codeChallenge?: string | undefined
}

/** An address or a number. */
type Reach = { email: string } | { phone: string }

/** Of accounts confirmed concurrently, in all processes, only one is the first. */
const FIRST = 'first account'

/** The write that ends the sign-ups with the address and number of an account; null matches nothing. */
export function endPendingSignUps(
  { schema: { users } }: Pick<Database, 'schema'>,
  tx: Queries,
  { email, phone }: Pick<UserRow, 'email' | 'phone'>,
) {
  const reachesSame = or(sql`${users.email} = ${email}`, sql`${users.phone} = ${phone}`)
  return tx.delete(users).where(and(isNull(users.confirmedAt), reachesSame))
}

/** Sign-ups: accounts to be, until their address or number is confirmed. */
export function createSignUps(db: Database) {
  const { users, oneTimeTokens } = db.schema
  const isPending = isNull(users.confirmedAt)
  /** The first account with an address is the operator's. */
  const isFirst = (tx: Queries) =>
    notExists(
      tx
        .select({ one: sql`1` })
        .from(users)
        .where(and(isNotNull(users.email), isNotNull(users.confirmedAt))),
    )
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
          ...made.filter(({ confirmedAt }) => confirmedAt !== null).map((row) => endPendingSignUps(db, tx, row)),
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
        (tx, confirmed) => confirmed.map((row) => endPendingSignUps(db, tx, row)),
      )
      return rows[0] ?? null
    },

    /** Unconfirmed sign-ups, oldest first. */
    getPending(reach: Reach): Promise<UserRow[]> {
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
  }
}

function signedUp(userId: string, wanted: Wanted): DomainEvent {
  return { kind: 'account.signed_up', userId, ...wanted }
}
