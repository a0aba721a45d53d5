import type { FactorRow, IdentityRow, UserRow } from '../../db/schema.ts'
import { ACCESS_TOKEN_SECONDS, appMetadata } from './access-tokens.ts'
import type { Accounts } from '../accounts.ts'
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

type JsonDeps = Pick<Accounts, 'factors' | 'identities'>

/** The session as its client receives it, with a new access token. */
export async function sessionJson(
  accounts: Pick<Accounts, 'tokens'> & JsonDeps,
  user: UserRow,
  { session, refreshToken }: OpenedSession,
): Promise<SessionJson> {
  const described = await describeUser(accounts, user)
  const { token, expiresAt } = await accounts.tokens.sign(user, session, described.app_metadata)
  return {
    access_token: token,
    token_type: 'bearer',
    expires_in: ACCESS_TOKEN_SECONDS,
    expires_at: Math.floor(expiresAt.getTime() / 1000),
    refresh_token: refreshToken,
    user: described,
  }
}

/** A user as the client library reads it, with factors and identities. */
export async function describeUser({ factors, identities }: JsonDeps, user: UserRow): Promise<UserJson> {
  return userJson(user, { factors: await factors.list(user.id), identities: await identities.list(user.id) })
}

/** A user as the client library reads it. An unverified address never reads as verified. */
export function userJson(
  user: UserRow,
  { factors, identities }: { factors: FactorRow[]; identities: IdentityRow[] } = { factors: [], identities: [] },
) {
  const described = [...ownIdentities(user, identities), ...identities.map((identity) => identityJson(identity))]
  return {
    id: user.id,
    aud: 'authenticated',
    role: 'authenticated',
    email: user.email ?? '',
    phone: user.phone ?? '',
    email_confirmed_at: user.verifiedAt?.toISOString(),
    phone_confirmed_at: user.phoneVerifiedAt?.toISOString(),
    confirmed_at: user.confirmedAt?.toISOString(),
    new_email: user.newEmail ?? undefined,
    /** Which mailboxes confirmed it; an extra field for the web app. */
    new_email_agreed: user.newEmail === null ? undefined : { old: user.newEmailOldSide, new: user.newEmailNewSide },
    /** The web app offers to set one if it is missing. */
    has_password: user.passwordHash !== null,
    last_sign_in_at: user.lastSignInAt?.toISOString(),
    app_metadata: appMetadata(described.map(({ provider }) => provider)),
    user_metadata: {
      ...user.userMetadata,
      ...(user.email !== null && { email: user.email }),
      email_verified: user.verifiedAt !== null,
      phone_verified: user.phoneVerifiedAt !== null,
    },
    identities: described,
    factors: factors.map((factor) => factorJson(factor)),
    created_at: user.createdAt.toISOString(),
    updated_at: user.updatedAt.toISOString(),
    is_anonymous: user.isAnonymous,
  }
}

export type UserJson = ReturnType<typeof userJson>

/** The account's own identities: its address and its number, each while it can be used to sign in. */
function ownIdentities(user: UserRow, others: IdentityRow[]) {
  const times = {
    created_at: user.createdAt.toISOString(),
    updated_at: user.updatedAt.toISOString(),
    last_sign_in_at: user.lastSignInAt?.toISOString(),
  }
  const own = (provider: string, data: Record<string, unknown>) => ({
    identity_id: provider === 'email' ? user.id : `${user.id}-${provider}`,
    id: user.id,
    user_id: user.id,
    provider,
    identity_data: { sub: user.id, ...data } as Record<string, unknown>,
    ...times,
  })
  const byEmail = user.email !== null && (user.passwordHash !== null || others.length === 0)
  return [
    ...(byEmail
      ? [own('email', { email: user.email, email_verified: user.verifiedAt !== null, phone_verified: false })]
      : []),
    ...(user.phone === null
      ? []
      : [own('phone', { phone: user.phone, phone_verified: user.phoneVerifiedAt !== null, email_verified: false })]),
  ]
}

function identityJson(identity: IdentityRow): ReturnType<typeof ownIdentities>[number] {
  return {
    identity_id: identity.id,
    id: identity.subject,
    user_id: identity.userId,
    provider: identity.provider,
    identity_data: identity.data,
    created_at: identity.createdAt.toISOString(),
    updated_at: identity.updatedAt.toISOString(),
    last_sign_in_at: identity.lastSignInAt?.toISOString(),
  }
}

function factorJson({ id, kind, friendlyName, status, phone, createdAt, updatedAt }: FactorRow) {
  return {
    id,
    factor_type: kind,
    friendly_name: friendlyName ?? undefined,
    status,
    phone: phone ?? undefined,
    created_at: createdAt.toISOString(),
    updated_at: updatedAt.toISOString(),
  }
}
