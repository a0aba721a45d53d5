import type { Columns } from '../columns.ts'
import { commonColumns } from './common-columns.ts'
import { ownerColumn, type userTables } from './users.table.ts'

/** Keys, single-use proofs, wrong guesses, and the log of an account. */
export function securityTables(columns: Columns, { users }: ReturnType<typeof userTables>) {
  const { table, text, int, json, time, index, primaryKey } = columns
  const { id, createdAt } = commonColumns(columns)
  const owner = () => ownerColumn(columns, users)

  const signingKeys = table('signing_keys', {
    kid: text('kid').primaryKey(),
    privateJwk: json<Record<string, unknown> & { sealed: string }>('private_jwk').notNull(),
    /** `next` is published before it signs anything, `previous` until its last token has expired. */
    state: text('state').$type<'next' | 'current' | 'previous'>().notNull().default('current'),
    /** A previous key verifies nothing after this time. */
    retiresAt: time('retires_at'),
    createdAt: createdAt(),
  })

  /** Single-use sign-in proofs: messages signed by wallets, assertions from identity providers. */
  const spentProofs = table('spent_proofs', {
    /** SHA-256, base64url. */
    hash: text('hash').primaryKey(),
    /** The proof's own expiry; it is rejected after this time anyway. */
    expiresAt: time('expires_at').notNull(),
  })

  /** Wrong guesses of short secrets, kept for a day. */
  const wrongGuesses = table(
    'wrong_guesses',
    {
      /** Keyed hash of the secret, such as the codes of one account. */
      subject: text('subject').notNull(),
      /** Keyed hash of the client; empty: all clients. */
      client: text('client').notNull(),
      wrong: int('wrong').notNull(),
      firstAt: time('first_at').notNull(),
      lastAt: time('last_at').notNull(),
    },
    (t) => [primaryKey({ columns: [t.subject, t.client] })],
  )

  /** What happened to an account, for its owner and the operator. */
  const accountLog = table(
    'account_log',
    {
      /** The event's ID. */
      id: id(),
      userId: owner(),
      kind: text('kind').notNull(),
      /** How the user signed in, or what changed. */
      what: text('what'),
      /** The user agent of the session it happened in. */
      userAgent: text('user_agent'),
      createdAt: createdAt(),
    },
    (t) => [index('account_log_user').on(t.userId, t.createdAt)],
  )

  return { signingKeys, spentProofs, wrongGuesses, accountLog }
}
