import type { Accounts } from './accounts.ts'
import { AuthError } from './auth-error.ts'
import type { ClientFacts } from './client-facts.ts'
import { limitTries } from './rate-limits.ts'
import { hashToken } from './secret-token.ts'
import type { SessionJson } from './session-json.ts'
import { signInUser } from './sign-in-user.ts'

/**
 * Opens a session for whoever brings a granted code and the verifier of its challenge. A code is spent by the first try,
 * right or wrong.
 * @throws {AuthError} flow_state_not_found, flow_state_expired, bad_code_verifier, or a limit's.
 */
export async function exchangeCode(
  accounts: Accounts,
  { code, verifier, client }: { code: string; verifier: string; client: ClientFacts },
): Promise<SessionJson> {
  await limitTries(accounts, 'exchange', { clientAddress: client.address })
  const taken = await accounts.authorizationCodes.take(code)
  if (taken && taken.expiresAt <= accounts.clock())
    throw new AuthError('flow_state_expired', 'This sign-in took too long. Please start it again.')
  // A challenge is made as the hash of a token is: base64url of its SHA-256.
  if (taken && taken.codeChallenge !== hashToken(verifier))
    throw new AuthError('bad_code_verifier', 'This sign-in was begun elsewhere. Please start it again.')
  const session = taken && (await accounts.sessions.read(taken.sessionId))
  const user = session && (await accounts.users.byId(session.userId))
  if (!user)
    throw new AuthError('flow_state_not_found', 'This sign-in is over or was never begun. Please start it again.')
  return signInUser(accounts, user, { method: 'oauth', userAgent: client.userAgent })
}
