import type { UserRow } from '../db/schema.ts'
import { ACCESS_TOKEN_SECONDS } from './access-tokens.ts'
import type { Accounts } from './accounts.ts'
import type { OpenedSession } from './sessions.ts'
import { userJson, type UserJson } from './user-json.ts'

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

/** The answer that hands a session to its client, with a new access token. */
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
