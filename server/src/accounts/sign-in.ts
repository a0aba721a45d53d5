import type { Accounts } from './accounts.ts'
import { AuthError } from './auth-error.ts'
import type { ClientFacts } from './client-facts.ts'
import { limitTries } from './rate-limits.ts'
import type { SessionJson } from './session-json.ts'
import { signInUser } from './sign-in-user.ts'

/**
 * Opens a session for whoever knows the password. An unknown address is answered like a wrong password, after the same time.
 * @throws {AuthError} invalid_credentials, email_not_confirmed, or a limit's.
 */
export async function signInWithPassword(
  accounts: Accounts,
  { email, password, client }: { email: string; password: string; client: ClientFacts },
): Promise<SessionJson> {
  await limitTries(accounts, 'sign_in', { clientAddress: client.address, email })
  const user = await accounts.users.byEmail(email)
  const matches = await accounts.passwords.matches(password, user?.passwordHash ?? null)
  if (!user || !matches) throw new AuthError('invalid_credentials', 'Invalid login credentials')
  if (!user.confirmedAt) throw new AuthError('email_not_confirmed', 'Email not confirmed')
  return signInUser(accounts, user, { method: 'password', userAgent: client.userAgent })
}
