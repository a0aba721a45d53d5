import type { Accounts } from './accounts.ts'
import { AuthError } from './auth-error.ts'
import type { ClientFacts } from './client-facts.ts'
import type { LinkPurpose } from './one-time-link.ts'
import { limitTries } from './rate-limits.ts'
import type { SessionJson } from './session-json.ts'
import { signInUser } from './sign-in-user.ts'

/**
 * Opens a session for whoever brings the token of a mailed link. Either kind proves that the address is theirs, and
 * using one ends the other links of its kind.
 * @throws {AuthError} otp_expired when the token is unknown, used or too old, or a limit's.
 */
export async function verifyOneTimeToken(
  accounts: Accounts,
  { token, purpose, client }: { token: string; purpose: LinkPurpose; client: ClientFacts },
): Promise<SessionJson> {
  await limitTries(accounts, 'verify', { clientAddress: client.address })
  const now = accounts.clock()
  const taken = await accounts.oneTimeTokens.take(token, purpose, now)
  const user = taken && (await accounts.users.byId(taken.userId))
  if (!user) throw new AuthError('otp_expired', 'Email link is invalid or has expired')
  await accounts.oneTimeTokens.removeAll(user.id, purpose)
  const verified = await accounts.users.update(
    user.id,
    { confirmedAt: user.confirmedAt ?? now, verifiedAt: user.verifiedAt ?? now },
    now,
  )
  return signInUser(accounts, verified ?? user, { method: 'otp', userAgent: client.userAgent })
}
