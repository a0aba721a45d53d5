import { sql } from 'drizzle-orm'
import type { Columns } from '../columns.ts'
import { commonColumns } from './common-columns.ts'

/** Metadata from sign-up and browser. `time_zone` is an IANA name. */
export type UserMetadata = Record<string, unknown> & { full_name?: string; time_zone?: string }

/** Accounts. */
export function userTables(columns: Columns) {
  const { table, text, bool, json, time, uniqueIndex } = columns
  const { id, createdAt, updatedAt } = commonColumns(columns)

  const users = table(
    'users',
    {
      id: id(),
      /** Lowercase; null: the user signed up with a phone number or as a guest. */
      email: text('email'),
      /** E.164; can't be used to sign in until the user verified it. */
      phone: text('phone'),
      phoneVerifiedAt: time('phone_verified_at'),
      /** A guest without a verified identity. */
      isAnonymous: bool('is_anonymous').notNull().default(false),
      /** The pending new address, and which of the two mailboxes confirmed it. */
      newEmail: text('new_email'),
      newEmailOldSide: bool('new_email_old_side').notNull().default(false),
      newEmailNewSide: bool('new_email_new_side').notNull().default(false),
      /** Whether a session needs a second factor. */
      secondFactor: bool('second_factor').notNull().default(false),
      passwordHash: text('password_hash'),
      userMetadata: json<UserMetadata>('user_metadata').notNull(),
      /**
       * When the account's first sign-in method was confirmed, or a guest was created; set at once where no email is
       * sent. Null: an unconfirmed sign-up, of which an address or number may have one with a password and one without.
       */
      confirmedAt: time('confirmed_at'),
      /** When the user verified the address; null for an auto-confirmed one. */
      verifiedAt: time('verified_at'),
      lastSignInAt: time('last_sign_in_at'),
      /** Can manage the server and its engines. The first account is the operator. */
      isOperator: bool('is_operator').notNull().default(false),
      /** When the account and all its data are due for deletion; null: not scheduled. */
      deletionDueAt: time('deletion_due_at'),
      createdAt: createdAt(),
      updatedAt: updatedAt(),
    },
    (t) => [
      uniqueIndex('users_email')
        .on(t.email)
        .where(sql`confirmed_at is not null`),
      uniqueIndex('users_phone')
        .on(t.phone)
        .where(sql`confirmed_at is not null`),
      uniqueIndex('users_pending_email')
        .on(t.email, sql`(password_hash is null)`)
        .where(sql`confirmed_at is null`),
      uniqueIndex('users_pending_phone')
        .on(t.phone, sql`(password_hash is null)`)
        .where(sql`confirmed_at is null`),
    ],
  )

  return { users }
}

/** The user a row belongs to, and is deleted with. */
export function ownerColumn({ text }: Columns, users: ReturnType<typeof userTables>['users']) {
  return text('user_id')
    .notNull()
    .references(() => users.id, { onDelete: 'cascade' })
}
