import type { Authenticate } from '../http/require-user.ts'
import { AppError } from '../kernel/errors.ts'
import type { Accounts } from './accounts.ts'

/** Checks an access token by its signature and by Lucia, so that a sign-out works at once. */
export function createAuthenticate({ tokens, sessions }: Pick<Accounts, 'tokens' | 'sessions'>): Authenticate {
  return async (accessToken) => {
    const claims = await tokens.verify(accessToken)
    if (!claims) throw new AppError('bad_jwt', 'invalid JWT: the token is expired or not from this server')
    const session = await sessions.read(claims.session_id)
    if (session?.userId !== claims.sub)
      throw new AppError('session_not_found', 'Session from session_id claim in JWT does not exist')
    return { userId: session.userId, sessionId: session.id }
  }
}
