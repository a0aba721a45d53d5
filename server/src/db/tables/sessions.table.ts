import type { Columns } from '../columns.ts'
import { commonColumns } from './common-columns.ts'
import { ownerColumn, type userTables } from './users.table.ts'

/**
 * What an emailed or texted token proves. `email_change_old`: confirms a change of address from the current address.
 */
export type OneTimePurpose =
  | 'signup'
  | 'recovery'
  | 'magiclink'
  | 'email_change'
  | 'email_change_old'
  | 'reauthentication'
  | 'sms'
  | 'phone_change'

/** Sessions, and what opens one. */
export function sessionTables(columns: Columns, { users }: ReturnType<typeof userTables>) {
  const { table, text, bigint, bool, time, index, uniqueIndex, primaryKey } = columns
  const { id, createdAt } = commonColumns(columns)
  const owner = () => ownerColumn(columns, users)

  const sessions = table(
    'sessions',
    {
      id: id(),
      userId: owner(),
      expiresAt: time('expires_at').notNull(),
      /** How the session was opened, as in the token's `amr` claim. */
      method: text('method'),
      /** The second factor used to raise the session's level, and when; null: none was used. */
      secondMethod: text('second_method'),
      secondAt: time('second_at'),
      /** When the user last authenticated; null: the method that opened the session was just added. */
      provedAt: time('proved_at'),
      userAgent: text('user_agent'),
      /** When it was last refreshed. */
      lastUsedAt: time('last_used_at'),
      createdAt: createdAt(),
    },
    (t) => [index('sessions_user').on(t.userId)],
  )

  const refreshTokens = table(
    'refresh_tokens',
    {
      /** SHA-256 of the token, base64url. */
      hash: text('hash').primaryKey(),
      sessionId: text('session_id')
        .notNull()
        .references(() => sessions.id, { onDelete: 'cascade' }),
      /** Number of the token exchange within the session, from 1. */
      generation: bigint('generation').notNull(),
      usedAt: time('used_at'),
      createdAt: createdAt(),
    },
    (t) => [index('refresh_tokens_session').on(t.sessionId)],
  )

  const oneTimeTokens = table(
    'one_time_tokens',
    {
      /** SHA-256 of the token, base64url. */
      hash: text('hash').primaryKey(),
      userId: owner(),
      purpose: text('purpose').$type<OneTimePurpose>().notNull(),
      /** Keyed hash of the equivalent short code. */
      codeHash: text('code_hash').notNull(),
      /** The address or number it was sent to. */
      target: text('target').notNull(),
      /** PKCE challenge of the client that exchanges a code for its session: base64url of its verifier's SHA-256. */
      codeChallenge: text('code_challenge'),
      /** The session that requested the token and whose end invalidates it; null if requested without a session. */
      sessionId: text('session_id').references(() => sessions.id, { onDelete: 'cascade' }),
      expiresAt: time('expires_at').notNull(),
      createdAt: createdAt(),
    },
    // A new request replaces the earlier token.
    (t) => [uniqueIndex('one_time_tokens_live').on(t.userId, t.purpose), index('one_time_tokens_target').on(t.target)],
  )

  /** Devices an account was used from before: guesses made elsewhere don't block sign-ins from them. */
  const knownDevices = table(
    'known_devices',
    {
      userId: owner(),
      /** Keyed hash of network and browser. */
      fingerprint: text('fingerprint').notNull(),
      lastSeenAt: time('last_seen_at').notNull(),
    },
    (t) => [primaryKey({ columns: [t.userId, t.fingerprint] })],
  )

  /** Codes that let the browser extension, or a page that started a sign-in, open its own session. */
  const authorizationCodes = table(
    'authorization_codes',
    {
      /** SHA-256 of the code, base64url. */
      hash: text('hash').primaryKey(),
      /** The session that granted the code: the code ends with it. */
      sessionId: text('session_id')
        .notNull()
        .references(() => sessions.id, { onDelete: 'cascade' }),
      /** Whether to hand over the session itself; otherwise the exchange opens another session of the same user. */
      handsOver: bool('hands_over').notNull().default(false),
      /** Base64url of the verifier's SHA-256. */
      codeChallenge: text('code_challenge').notNull(),
      expiresAt: time('expires_at').notNull(),
      createdAt: createdAt(),
    },
    (t) => [index('authorization_codes_session').on(t.sessionId)],
  )

  return { sessions, refreshTokens, oneTimeTokens, knownDevices, authorizationCodes }
}
