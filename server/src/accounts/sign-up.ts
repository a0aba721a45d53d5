import { randomUUID } from 'node:crypto'
import type { UserRow } from '../db/schema.ts'
import type { Accounts } from './accounts.ts'
import { AuthError } from './protocol/auth-error.ts'
import { redirectTarget } from './one-time/redirect-target.ts'
import { requestCode } from './one-time/request-sms.ts'
import { accountOrSignUp, runWithEvenTiming, requestMail, requestPasswordlessMail } from './one-time/request-email.ts'
import { checkPasswordStrength } from './passwords.ts'
import { limitAttempts, mayMail, type ClientFacts } from './rate-limits.ts'
import { userJson, type SessionJson, type UserJson } from './sessions/session-json.ts'
import { signInUser, type Login } from './sign-in.ts'
import { mergeMetadata, type GivenMetadata } from './protocol/user-metadata.ts'
import type { NewUser } from './sign-ups-repo.ts'

interface SignUpRequest {
  login: Login
  password: string
  data: GivenMetadata
  redirectTo: string | undefined
  codeChallenge: string | undefined
  client: ClientFacts
}

type NewAccount = Pick<UserRow, 'userMetadata'> & { passwordHash: string }
type Wanted = Pick<SignUpRequest, 'redirectTo' | 'codeChallenge' | 'client'>

/**
 * Creates an account. Where email is sent, it waits for confirmation, and the answer is the same whether or not the
 * address had an account; elsewhere its user is signed in at once. The email follows from the event recorded with the
 * account. A phone number always waits for the code texted to it.
 * @throws {AuthError} signup_disabled, weak_password, user_already_exists (only where no email is sent), or when a
 * limit is exceeded.
 */
export async function signUp(
  accounts: Accounts,
  { login, password, data, client, redirectTo, codeChallenge }: SignUpRequest,
): Promise<SessionJson | UserJson> {
  if (accounts.signup === 'closed')
    throw new AuthError('signup_disabled', 'This server doesn’t accept new accounts. Ask your admin.')
  const subject = 'email' in login ? login.email : login.phone
  await limitAttempts(accounts, 'sign_up', { clientAddress: client.address, subject })
  checkPasswordStrength(password)
  const account = { userMetadata: mergeMetadata({}, data), passwordHash: await accounts.passwords.hash(password) }
  if ('phone' in login) return signUpByPhone(accounts, { ...account, phone: login.phone }, client)
  return accounts.mailer.sends
    ? signUpByMail(accounts, { ...account, email: login.email }, { password, redirectTo, codeChallenge, client })
    : signUpAtOnce(accounts, { ...account, email: login.email }, client)
}

/**
 * Signs in a guest, who may add an address later.
 * @throws {AuthError} anonymous_provider_disabled, or when a limit is exceeded.
 */
export async function signInGuest(
  accounts: Accounts,
  { data, client }: Pick<SignUpRequest, 'data' | 'client'>,
): Promise<SessionJson> {
  if (!accounts.guests) throw new AuthError('anonymous_provider_disabled', 'Anonymous sign-ins are disabled')
  await limitAttempts(accounts, 'sign_up', { clientAddress: client.address })
  const now = accounts.clock()
  const user = await accounts.users.insert(
    {
      id: randomUUID(),
      email: null,
      passwordHash: null,
      isAnonymous: true,
      userMetadata: mergeMetadata({}, data),
      confirmedAt: now,
      createdAt: now,
    },
    null,
  )
  if (!user) throw new Error('A guest without an email address or phone number can’t conflict with another account')
  return signInUser(accounts, user, { method: 'anonymous', client })
}

async function signUpAtOnce(
  accounts: Accounts,
  account: NewAccount & { email: string },
  client: ClientFacts,
): Promise<SessionJson> {
  const now = accounts.clock()
  const user = await accounts.users.insert({ ...account, id: randomUUID(), confirmedAt: now, createdAt: now })
  if (!user) throw new AuthError('user_already_exists', 'This email address already has an account. Sign in instead.')
  return signInUser(accounts, user, { method: 'password', client })
}

async function signUpByMail(
  accounts: Accounts,
  account: NewAccount & { email: string },
  { password, ...wanted }: Wanted & { password: string },
): Promise<UserJson> {
  const now = accounts.clock()
  const { email } = account
  const user = await accounts.users.byEmail(email)
  if (user) {
    if (await mayMail(accounts, email, wanted.client))
      await accounts.users.record({ kind: 'account.sign_up_repeated', userId: user.id }, now)
  } else if (!(await insertFirst(accounts, pending(account, now), wanted)))
    accounts.background.run('Sending an email for a repeated sign-up', () =>
      signUpAgain(accounts, { email, password, ...wanted }),
    )
  return getAnswer({ email, userMetadata: account.userMetadata }, now)
}

/**
 * Repeating a sign-up with its password counts as the same person; anyone else gets a link that confirms no password.
 */
async function signUpAgain(
  accounts: Accounts,
  { password, ...request }: Wanted & { email: string; password: string },
): Promise<void> {
  const [only, other] = await accounts.users.getPending(request)
  if (only && !other && (await accounts.passwords.matches(password, only.passwordHash)))
    await requestMail(accounts, 'account.confirmation_requested', only, request)
  else await requestPasswordlessMail(accounts, request)
}

async function signUpByPhone(
  accounts: Accounts,
  account: NewAccount & { phone: string },
  client: ClientFacts,
): Promise<UserJson> {
  const now = accounts.clock()
  await limitAttempts(accounts, 'sms', { clientAddress: client.address, subject: account.phone })
  await runWithEvenTiming(accounts, 'Texting a sign-up code', async () => {
    const { phone } = account
    if (await accounts.users.byPhone(phone)) return
    const user =
      (await insertFirst(accounts, pending({ ...account, email: null }, now), null)) ??
      (await accountOrSignUp(accounts, { phone }))
    if (user) await requestCode(accounts, { userId: user.id, purpose: 'sms', phone })
  })
  return getAnswer({ phone: account.phone, userMetadata: account.userMetadata }, now)
}

/**
 * The same answer for new and known accounts. The ID is random, so that a second request does not reveal whether the
 * account existed.
 */
function getAnswer(given: Partial<UserRow> & Pick<UserRow, 'userMetadata'>, now: Date): UserJson {
  return userJson({
    id: randomUUID(),
    email: null,
    phone: null,
    phoneVerifiedAt: null,
    isAnonymous: false,
    newEmail: null,
    newEmailOldSide: false,
    newEmailNewSide: false,
    secondFactor: false,
    passwordHash: null,
    confirmedAt: null,
    verifiedAt: null,
    lastSignInAt: null,
    isOperator: false,
    deletionDueAt: null,
    createdAt: now,
    updatedAt: now,
    ...given,
  })
}

function pending(account: NewAccount & Pick<UserRow, 'email'> & { phone?: string }, now: Date): NewUser {
  return { ...account, id: randomUUID(), confirmedAt: null, createdAt: now }
}

/**
 * Creates the first sign-up with an address or number, whose password is confirmed by its link or code. Once there is
 * another sign-up, no proof confirms a password, because the owner may not have made the first one.
 * @returns null when another sign-up is waiting for its confirmation.
 */
async function insertFirst(accounts: Accounts, signUp: NewUser, wanted: Wanted | null): Promise<UserRow | null> {
  const { email, phone } = signUp
  if ((await accounts.users.getPending(email === null ? { phone: phone ?? '' } : { email })).length > 0) return null
  if (wanted === null || email === null) return accounts.users.insert(signUp, null)
  const redirectTo = redirectTarget(wanted.redirectTo, { publicUrl: accounts.publicUrl(), fallback: '' })
  const mails = await mayMail(accounts, email, wanted.client)
  return accounts.users.insert(signUp, mails ? { redirectTo, codeChallenge: wanted.codeChallenge } : null)
}
