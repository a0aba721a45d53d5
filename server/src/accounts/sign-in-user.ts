import type { UserRow } from '../db/schema.ts'
import type { Accounts } from './accounts.ts'
import { AuthError } from './auth-error.ts'
import { sessionJson, type SessionJson } from './session-json.ts'
import type { SessionMethod } from './sessions.ts'

/**
 * Opens a session for someone who has just proved who they are.
 * @throws {AuthError} invalid_credentials when the password was changed meanwhile, which ends sessions but may have missed this one.
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
