import type { UserRow } from '../db/schema.ts'
import type { Accounts } from './accounts.ts'
import { AuthError } from './auth-error.ts'
import { limitAttempts, type ClientFacts } from './rate-limits.ts'
import { sessionJson, type SessionJson } from './session-json.ts'
import type { SessionMethod } from './sessions.ts'

/**
 * Opens a session by address and password. An unknown address gets the answer of a wrong password, after the same time.
 * @throws {AuthError} invalid_credentials, email_not_confirmed, or a limit's.
 */
export async function signInWithPassword(
  accounts: Accounts,
  { email, password, client }: { email: string; password: string; client: ClientFacts },
): Promise<SessionJson> {
  await limitAttempts(accounts, 'sign_in', { clientAddress: client.address, email })
  const user = await accounts.users.byEmail(email)
  const matches = await accounts.passwords.matches(password, user?.passwordHash ?? null)
  if (!user || !matches) throw new AuthError('invalid_credentials', 'Invalid login credentials')
  if (!user.confirmedAt) throw new AuthError('email_not_confirmed', 'Email not confirmed')
  return signInUser(accounts, user, { method: 'password', userAgent: client.userAgent })
}

/**
 * Opens a session for a user who was just authenticated.
 * @throws {AuthError} invalid_credentials when the password was changed meanwhile: that change ended the other sessions, but
 *   may have missed this one.
 */
export async function signInUser(
  accounts: Pick<Accounts, 'users' | 'sessions' | 'tokens' | 'clock'>,
  user: UserRow,
  { method, userAgent }: { method: SessionMethod; userAgent: string | undefined },
): Promise<SessionJson> {
  const opened = await accounts.sessions.open(user.id, { method, userAgent })
  const signedIn = await accounts.users.update(user.id, { lastSignInAt: opened.session.createdAt }, accounts.clock())
  if (signedIn?.passwordHash !== user.passwordHash) {
    await accounts.sessions.close(opened.session, 'local')
    throw new AuthError('invalid_credentials', 'Invalid login credentials')
  }
  return sessionJson(accounts, signedIn, opened)
}

/**
 * Continues a session with a new access token and a new refresh token.
 * @throws {AuthError} refresh_token_not_found or refresh_token_already_used.
 */
export async function refreshSession(
  accounts: Pick<Accounts, 'users' | 'sessions' | 'tokens'>,
  refreshToken: string,
): Promise<SessionJson> {
  const opened = await accounts.sessions.rotate(refreshToken)
  const user = await accounts.users.byId(opened.session.userId)
  if (!user) throw new AuthError('refresh_token_not_found', 'Invalid Refresh Token: Refresh Token Not Found')
  return sessionJson(accounts, user, opened)
}
