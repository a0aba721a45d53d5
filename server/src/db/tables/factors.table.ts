import type { Columns } from '../columns.ts'
import { commonColumns } from './common-columns.ts'
import { ownerColumn, type userTables } from './users.table.ts'

/** Kinds of second factors, as the client library names them. */
export type FactorKind = 'totp' | 'phone' | 'webauthn' | 'recovery_code'

/** Second factors and passkeys. */
export function factorTables(columns: Columns, { users }: ReturnType<typeof userTables>) {
  const { table, text, int, bigint, json, time, index } = columns
  const { id, createdAt, updatedAt } = commonColumns(columns)
  const owner = () => ownerColumn(columns, users)

  /** Second factors. */
  const factors = table(
    'factors',
    {
      id: id(),
      userId: owner(),
      kind: text('kind').$type<FactorKind>().notNull(),
      friendlyName: text('friendly_name'),
      status: text('status').$type<'unverified' | 'verified'>().notNull(),
      /** E.164, of a phone. */
      phone: text('phone'),
      /** Of an authenticator app, sealed. */
      secret: text('secret'),
      /** The time step of the last accepted code; no code is accepted twice. */
      usedStep: int('used_step'),
      createdAt: createdAt(),
      updatedAt: updatedAt(),
    },
    (t) => [index('factors_user').on(t.userId)],
  )

  /** Codes that replace a lost factor. */
  const recoveryCodes = table(
    'recovery_codes',
    {
      /** SHA-256 of the code for its factor, base64url. */
      hash: text('hash').primaryKey(),
      factorId: text('factor_id')
        .notNull()
        .references(() => factors.id, { onDelete: 'cascade' }),
      usedAt: time('used_at'),
      createdAt: createdAt(),
    },
    (t) => [index('recovery_codes_factor').on(t.factorId)],
  )

  /** Pending challenges for a factor or passkey. */
  const challenges = table('challenges', {
    id: id(),
    /** Null: the passkey identifies the user. */
    userId: text('user_id').references(() => users.id, { onDelete: 'cascade' }),
    /** Null: the challenge is for a passkey. */
    factorId: text('factor_id').references(() => factors.id, { onDelete: 'cascade' }),
    kind: text('kind').$type<'code' | 'create' | 'request'>().notNull(),
    /**
     * The challenge a key has to sign, or the keyed hash of a texted code; null: an authenticator app computes its own
     * code.
     */
    expected: text('expected'),
    expiresAt: time('expires_at').notNull(),
    createdAt: createdAt(),
  })

  /** WebAuthn keys of second factors; those without a factor are passkeys. */
  const webauthnKeys = table(
    'webauthn_keys',
    {
      id: id(),
      userId: owner(),
      factorId: text('factor_id').references(() => factors.id, { onDelete: 'cascade' }),
      credentialId: text('credential_id').notNull().unique(),
      /** COSE, base64url. */
      publicKey: text('public_key').notNull(),
      /** The key's signature counter, if it has one. */
      counter: bigint('counter').notNull(),
      transports: json<string[]>('transports').notNull(),
      friendlyName: text('friendly_name'),
      lastUsedAt: time('last_used_at'),
      createdAt: createdAt(),
    },
    (t) => [index('webauthn_keys_user').on(t.userId)],
  )

  return { factors, recoveryCodes, challenges, webauthnKeys }
}
