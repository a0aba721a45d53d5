import type { UserRow } from '../db/schema.ts'
import type { Accounts } from './accounts.ts'
import { AuthError } from './protocol/auth-error.ts'
import { limitSignIn, type ClientFacts } from './rate-limits.ts'
import { sessionJson, type SessionJson } from './sessions/session-json.ts'
import type { OpenedBy, OpenedSession } from './sessions/sessions.ts'

/** The sign-in name: an email address or a phone number. */
export type Login = { email: string } | { phone: string }

/**
 * Opens a session by address or number, and password. An unknown one gets the same answer as a wrong password, after
 * the same time.
 * @throws {AuthError} invalid_credentials, email_not_confirmed, phone_not_confirmed, or when a limit is exceeded.
 */
export async function signInWithPassword(
  accounts: Accounts,
  { login, password, client }: { login: Login; password: string; client: ClientFacts },
): Promise<SessionJson> {
  const user = await ('email' in login ? accounts.users.byEmail(login.email) : accounts.users.byPhone(login.phone))
  const device = fingerprint(accounts, user?.id ?? '', client)
  const isKnown = await accounts.knownDevices.has(user?.id ?? '', device)
  await limitSignIn(accounts, {
    clientAddress: client.address,
    subject: 'email' in login ? login.email : login.phone,
    knownDevice: isKnown ? device : null,
  })
  const matches = await accounts.passwords.matches(password, user?.passwordHash ?? null)
  if (user && !matches) recordFailure(accounts, user.id, 'password')
  if (!user && (await isPending(accounts, login, password)))
    throw 'email' in login
      ? new AuthError('email_not_confirmed', 'Email not confirmed. Open the link we emailed you first.')
      : new AuthError('phone_not_confirmed', 'Phone not confirmed')
  if (!user || !matches) throw new AuthError('invalid_credentials', 'Invalid login credentials')
  return signInUser(accounts, user, { method: 'password', client })
}

/** Whether an unconfirmed sign-up has this password. */
async function isPending({ users, passwords }: Accounts, login: Login, password: string): Promise<boolean> {
  const pending = await users.getPending(login)
  const matches = await Promise.all(pending.map(({ passwordHash }) => passwords.matches(password, passwordHash)))
  return matches.includes(true)
}

/** Longer than the answer takes, so that its duration doesn't reveal whether the account exists. */
const RECORDED_LATER_MS = 150

/** Records a wrong password or code after the answer is sent. */
export function recordFailure(
  { users, background, clock }: Pick<Accounts, 'users' | 'background' | 'clock'>,
  userId: string,
  what: string,
): void {
  const now = clock()
  background.run('Recording a failed sign-in', async () => {
    await background.pause(RECORDED_LATER_MS)
    await users.record({ kind: 'account.sign_in_failed', userId, what }, now)
  })
}

/** How a user was authenticated, and from where. */
export type SignedInBy = Pick<OpenedBy, 'method' | 'second' | 'provedAt'> & { client: ClientFacts }
type SignInDeps = Pick<
  Accounts,
  'users' | 'sessions' | 'tokens' | 'factors' | 'identities' | 'knownDevices' | 'keyedHash' | 'clock'
>

/**
 * Opens a session for a user who was just authenticated.
 * @throws {AuthError} invalid_credentials when the password was changed during the sign-in: that change ended the other
 * sessions, but
 *   may have missed this one.
 */
export async function signInUser(accounts: SignInDeps, user: UserRow, by: SignedInBy): Promise<SessionJson> {
  const { opened, user: signedIn } = await openSession(accounts, user, by)
  return sessionJson(accounts, signedIn, opened)
}

/** As `signInUser`, for a session that will be handed over to another client. */
export async function openSession(
  accounts: SignInDeps,
  user: UserRow,
  { client, ...by }: SignedInBy,
): Promise<{ opened: OpenedSession; user: UserRow }> {
  const now = accounts.clock()
  const opened = await accounts.sessions.open(user, { ...by, userAgent: client.userAgent })
  const signedIn = await accounts.users.update(user.id, { lastSignInAt: now }, now)
  if (!signedIn || signedIn.passwordHash !== user.passwordHash) {
    await accounts.sessions.close(opened.session, 'local')
    throw new AuthError('invalid_credentials', 'Invalid login credentials')
  }
  // A password alone doesn't make a device known, so its second-factor guesses count with those of strangers.
  if (!opened.session.lacksSecondFactor)
    await accounts.knownDevices.note(user.id, fingerprint(accounts, user.id, client), now)
  const how = { what: by.method, sessionId: opened.session.id }
  await accounts.users.record({ kind: 'account.signed_in', userId: user.id, ...how }, now)
  return { opened, user: signedIn }
}

/** Identifies a device known to an account, by its network and browser, without naming either. */
export function fingerprint(
  { keyedHash }: Pick<Accounts, 'keyedHash'>,
  userId: string,
  { address, userAgent }: ClientFacts,
): string {
  return keyedHash(`${address}\n${userAgent ?? ''}`, `device of ${userId}`)
}

/**
 * Continues a session with a new access token and a new refresh token.
 * @throws {AuthError} refresh_token_not_found or refresh_token_already_used.
 */
export async function refreshSession(accounts: SignInDeps, refreshToken: string): Promise<SessionJson> {
  const opened = await accounts.sessions.rotate(refreshToken)
  const user = await accounts.users.byId(opened.session.userId)
  if (!user) throw new AuthError('refresh_token_not_found', 'Invalid Refresh Token: Refresh Token Not Found')
  return sessionJson(accounts, user, opened)
}
