import type { Columns } from '../columns.ts'
import { commonColumns } from './common-columns.ts'
import type { sessionTables } from './sessions.table.ts'
import { ownerColumn, type userTables } from './users.table.ts'

/** Accounts of other providers, and sign-ins with them. */
export function identityTables(
  columns: Columns,
  { users, sessions }: ReturnType<typeof userTables> & ReturnType<typeof sessionTables>,
) {
  const { table, text, json, time, index, uniqueIndex } = columns
  const { id, createdAt, updatedAt } = commonColumns(columns)
  const owner = () => ownerColumn(columns, users)

  /** External accounts linked to an account for sign-in. */
  const identities = table(
    'identities',
    {
      id: id(),
      userId: owner(),
      /** The provider's name in the settings. */
      provider: text('provider').notNull(),
      /** The provider's own, permanent ID of the user. */
      subject: text('subject').notNull(),
      /** The provider's profile data. */
      data: json<Record<string, unknown>>('data').notNull(),
      lastSignInAt: time('last_sign_in_at'),
      createdAt: createdAt(),
      updatedAt: updatedAt(),
    },
    (t) => [uniqueIndex('identities_subject').on(t.provider, t.subject), index('identities_user').on(t.userId)],
  )

  /** Sign-ins with a provider that are waiting for the provider's response. */
  const signInFlows = table('sign_in_flows', {
    /** SHA-256 of the state, base64url. */
    hash: text('hash').primaryKey(),
    provider: text('provider').notNull(),
    /** The verifier of the exchange with the provider (RFC 7636), and the nonce of its id token; sealed. */
    secrets: text('secrets').notNull(),
    /** SHA-256 of the cookie of the browser that started the flow, base64url; only that browser may complete it. */
    browserHash: text('browser_hash').notNull(),
    redirectTo: text('redirect_to').notNull(),
    /**
     * PKCE challenge of the client that exchanges a code for its session; null: the session is returned in the URL
     * fragment.
     */
    codeChallenge: text('code_challenge'),
    /** The session whose user links an identity; null: a sign-in. */
    sessionId: text('session_id').references(() => sessions.id, { onDelete: 'cascade' }),
    expiresAt: time('expires_at').notNull(),
    createdAt: createdAt(),
  })

  return { identities, signInFlows }
}
