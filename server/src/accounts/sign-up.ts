import { randomUUID } from 'node:crypto'
import type { UserRow } from '../db/schema.ts'
import type { Accounts } from './accounts.ts'
import { AuthError } from './auth-error.ts'
import { redirectTarget } from './one-time-links.ts'
import { checkPasswordStrength } from './passwords.ts'
import { limitAttempts, type ClientFacts } from './rate-limits.ts'
import { userJson, type SessionJson, type UserJson } from './session-json.ts'
import { signInUser } from './sign-in.ts'
import { mergeMetadata, type GivenMetadata } from './update-user.ts'

interface SignUpRequest {
  /** Lower case. */
  email: string
  password: string
  data: GivenMetadata
  redirectTo: string | undefined
  client: ClientFacts
}

type NewAccount = Pick<UserRow, 'email' | 'userMetadata'> & { passwordHash: string }

/**
 * Makes an account. Where mails are sent it waits for its confirmation, and the answer is the same whether or not the
 * address had an account; elsewhere its user is signed in at once. The mail follows from the event recorded with the account.
 * @throws {AuthError} signup_disabled, weak_password, user_already_exists (only where no mail is sent), or a limit's.
 */
export async function signUp(
  accounts: Accounts,
  { email, password, data, redirectTo, client }: SignUpRequest,
): Promise<SessionJson | UserJson> {
  if (accounts.signup === 'closed') throw new AuthError('signup_disabled', 'Signups not allowed for this instance')
  await limitAttempts(accounts, 'sign_up', { clientAddress: client.address, email })
  checkPasswordStrength(password)
  const account = {
    email,
    userMetadata: mergeMetadata({}, data),
    passwordHash: await accounts.passwords.hash(password),
  }
  return accounts.mailer.sends ? signUpByMail(accounts, account, redirectTo) : signUpAtOnce(accounts, account, client)
}

async function signUpAtOnce(accounts: Accounts, account: NewAccount, { userAgent }: ClientFacts): Promise<SessionJson> {
  const now = accounts.clock()
  const user = await accounts.users.insert({ ...account, id: randomUUID(), confirmedAt: now, createdAt: now })
  if (!user) throw new AuthError('user_already_exists', 'User already registered')
  return signInUser(accounts, user, { method: 'password', userAgent })
}

async function signUpByMail(
  accounts: Accounts,
  account: NewAccount,
  redirectTo: string | undefined,
): Promise<UserJson> {
  const now = accounts.clock()
  const target = redirectTarget(redirectTo, { publicUrl: accounts.publicUrl(), fallback: '' })
  const pending = { ...account, confirmedAt: null, createdAt: now }
  const user =
    (await accounts.users.insert({ ...pending, id: randomUUID() }, target)) ??
    (await replaceUnconfirmed(accounts, account, now, target))
  if (!user) await recordRepeated(accounts, account.email, now)
  // The id is random, so that a second request does not reveal whether the account existed.
  return userJson({
    ...pending,
    id: randomUUID(),
    verifiedAt: null,
    lastSignInAt: null,
    deletionDueAt: null,
    updatedAt: now,
  })
}

/** The latest sign-up counts and earlier links end: signing up first with someone else's address gains nothing. */
async function replaceUnconfirmed(
  { users, oneTimeTokens }: Accounts,
  { email, userMetadata, passwordHash }: NewAccount,
  now: Date,
  redirectTo: string,
): Promise<UserRow | null> {
  const user = await users.replaceUnconfirmed(email, { userMetadata, passwordHash }, now, redirectTo)
  if (user) await oneTimeTokens.removeAll(user.id, 'signup')
  return user
}

async function recordRepeated({ users }: Accounts, email: string, now: Date): Promise<void> {
  const user = await users.byEmail(email)
  if (user) await users.record({ kind: 'account.sign_up_repeated', userId: user.id }, now)
}
