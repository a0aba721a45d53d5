import type { UserRow } from '../db/schema.ts'
import type { Accounts } from './accounts.ts'
import { AuthError } from './protocol/auth-error.ts'
import { requestEmailChange } from './one-time/request-email.ts'
import { requestCode } from './one-time/request-sms.ts'
import { checkPasswordStrength } from './passwords.ts'
import { limitAttempts, limitMail, limitNotice, withNotice, type ClientFacts } from './rate-limits.ts'
import { getUser } from './read-account.ts'
import { requireProof, requireSecondFactor, type GivenProof } from './proof-of-person.ts'
import type { LiveSession } from './sessions/sessions.ts'
import { mergeMetadata, type GivenMetadata } from './protocol/user-metadata.ts'

const NO_NEW_EMAIL = { newEmail: null, newEmailOldSide: false, newEmailNewSide: false }

interface UserUpdate extends GivenProof {
  password?: string | undefined
  email?: string | undefined
  phone?: string | undefined
  data?: GivenMetadata | undefined
  redirectTo?: string | undefined
  codeChallenge?: string | undefined
}

/**
 * Changes the fields of an account that its user may change. A new password ends the other sessions and invalidates
 * everything emailed before. A new address or number applies once it is verified; where no email is sent, an address
 * applies at once, unverified. Requesting the current address cancels a pending change. A proof sent alone counts for
 * the session.
 * @throws {AuthError} weak_password, same_password, invalid_credentials (the current password),
 * reauthentication_needed,
 *   reauthentication_not_valid, insufficient_aal, email_exists, phone_exists, sms_send_failed, validation_failed, or
 * when a limit is exceeded.
 */
export async function updateUser(
  accounts: Accounts,
  session: LiveSession,
  update: UserUpdate,
  client: ClientFacts,
): Promise<UserRow> {
  requireSecondFactor(session)
  const user = await getUser(accounts, session.userId)
  const { password, data, currentPassword, nonce } = update
  const email = update.email === user.email ? undefined : update.email
  const phone = update.phone === user.phone ? undefined : update.phone
  if ([password, email, phone, currentPassword, nonce].some((value) => value !== undefined))
    await requireProof(accounts, session, { given: update, client })
  if (password !== undefined && user.isAnonymous)
    throw new AuthError('validation_failed', 'A guest needs an email or phone before a password')
  const passwordHash = password === undefined ? undefined : await hashNewPassword(accounts, user, password)
  const changes = {
    ...(data !== undefined && { userMetadata: mergeMetadata(user.userMetadata, data) }),
    ...(update.email === user.email && NO_NEW_EMAIL),
  }
  const now = accounts.clock()
  const updated =
    (passwordHash === undefined
      ? await accounts.users.update(user.id, changes, now)
      : await accounts.users.setPassword(user.id, { ...changes, passwordHash, sessionId: session.id }, now)) ?? user
  if (phone !== undefined) await changePhone(accounts, updated, { phone, sessionId: session.id, client })
  return email === undefined
    ? updated
    : changeEmail(accounts, updated, { ...update, email, sessionId: session.id, client })
}

/**
 * Sends a reauthentication code by email, or else by text.
 * @throws {AuthError} insufficient_aal, sms_send_failed, or when a limit is exceeded.
 */
export async function reauthenticate(accounts: Accounts, session: LiveSession, client: ClientFacts): Promise<void> {
  requireSecondFactor(session)
  const { userId } = session
  await limitAttempts(accounts, 'reauthenticate', { clientAddress: client.address, subject: userId })
  const user = await getUser(accounts, userId)
  if (user.email !== null) {
    const event = { kind: 'account.reauthentication_requested' as const, userId }
    await limitMail(accounts, user.email, client)
    return accounts.users.record(event, accounts.clock())
  }
  if (user.phone === null) throw new AuthError('validation_failed', 'This account has no email or phone')
  await limitAttempts(accounts, 'sms', { clientAddress: client.address, subject: user.phone })
  await requestCode(accounts, { userId, purpose: 'reauthentication', phone: user.phone })
}

async function hashNewPassword(
  { passwords, limiter }: Pick<Accounts, 'passwords' | 'limiter'>,
  user: UserRow,
  password: string,
): Promise<string> {
  checkPasswordStrength(password)
  await limitNotice({ limiter }, 'account.password_changed', user)
  if (await passwords.matches(password, user.passwordHash)) {
    throw new AuthError('same_password', 'New password should be different from the old password.')
  }
  return passwords.hash(password)
}

async function changeEmail(
  accounts: Accounts,
  user: UserRow,
  {
    email,
    redirectTo,
    codeChallenge,
    sessionId,
    client,
  }: UserUpdate & { email: string; sessionId: string; client: ClientFacts },
): Promise<UserRow> {
  await limitAttempts(accounts, 'resend', { clientAddress: client.address, subject: user.id })
  if (!accounts.mailer.sends) {
    if (await accounts.users.byEmail(email)) throw emailExists()
    return (await setUnproved(accounts, user, email)) ?? user
  }
  const updated = await accounts.users.update(user.id, { ...NO_NEW_EMAIL, newEmail: email }, accounts.clock())
  await requestEmailChange(
    accounts,
    { ...(updated ?? user), newEmail: email },
    { redirectTo, codeChallenge, sessionId, client },
  )
  return updated ?? user
}

async function setUnproved(accounts: Accounts, user: UserRow, email: string): Promise<UserRow | null> {
  return withNotice(accounts, 'account.email_changed', { id: user.id, email }, async () => {
    await accounts.oneTimeTokens.removeAll(user.id)
    try {
      return await accounts.users.setUnprovedEmail(user.id, email, accounts.clock())
    } catch (cause) {
      throw emailExists(cause)
    }
  })
}

function emailExists(cause?: unknown): AuthError {
  return new AuthError('email_exists', 'A user with this email address has already been registered', { cause })
}

async function changePhone(
  accounts: Accounts,
  user: UserRow,
  { phone, sessionId, client }: { phone: string; sessionId: string; client: ClientFacts },
): Promise<void> {
  await limitAttempts(accounts, 'sms', { clientAddress: client.address, subject: phone })
  if (await accounts.users.byPhone(phone))
    throw new AuthError('phone_exists', 'A user with this phone number has already been registered')
  await requestCode(accounts, { userId: user.id, purpose: 'phone_change', phone, sessionId })
}
