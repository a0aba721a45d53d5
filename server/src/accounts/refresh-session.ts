import type { Accounts } from './accounts.ts'
import { AuthError } from './auth-error.ts'
import { sessionJson, type SessionJson } from './session-json.ts'

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
