import type { UserRow } from '../db/schema.ts'

/** Every account signs in with its address so far. */
export const APP_METADATA = { provider: 'email', providers: ['email'] }

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
