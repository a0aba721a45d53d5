import type { UserRow } from '../db/schema.ts'
import { ACCESS_TOKEN_SECONDS, APP_METADATA } from './access-tokens.ts'
import type { Accounts } from './accounts.ts'
import type { OpenedSession } from './sessions.ts'

/** A session as the client library reads it. */
export interface SessionJson {
  access_token: string
  token_type: 'bearer'
  /** Seconds. */
  expires_in: number
  /** Seconds since 1970. */
  expires_at: number
  refresh_token: string
  user: UserJson
}

/** The session as its client receives it, with a new access token. */
export async function sessionJson(
  accounts: Pick<Accounts, 'tokens'>,
  user: UserRow,
  { session, refreshToken }: OpenedSession,
): Promise<SessionJson> {
  const { token, expiresAt } = await accounts.tokens.sign(user, session)
  return {
    access_token: token,
    token_type: 'bearer',
    expires_in: ACCESS_TOKEN_SECONDS,
    expires_at: Math.floor(expiresAt.getTime() / 1000),
    refresh_token: refreshToken,
    user: userJson(user),
  }
}

/** A user as the client library reads it. An address that nobody proved to own never reads as verified. */
export function userJson(user: UserRow) {
  return {
    id: user.id,
    aud: 'authenticated',
    role: 'authenticated',
    email: user.email,
    phone: '',
    email_confirmed_at: user.verifiedAt?.toISOString(),
    confirmed_at: user.confirmedAt?.toISOString(),
    last_sign_in_at: user.lastSignInAt?.toISOString(),
    app_metadata: APP_METADATA,
    user_metadata: { ...user.userMetadata, email: user.email, email_verified: user.verifiedAt !== null },
    identities: [emailIdentity(user)],
    factors: [],
    created_at: user.createdAt.toISOString(),
    updated_at: user.updatedAt.toISOString(),
    is_anonymous: false,
  }
}

export type UserJson = ReturnType<typeof userJson>

function emailIdentity(user: UserRow) {
  return {
    identity_id: user.id,
    id: user.id,
    user_id: user.id,
    provider: 'email',
    identity_data: { sub: user.id, email: user.email, email_verified: user.verifiedAt !== null, phone_verified: false },
    created_at: user.createdAt.toISOString(),
    updated_at: user.updatedAt.toISOString(),
    last_sign_in_at: user.lastSignInAt?.toISOString(),
  }
}
