import { randomUUID } from 'node:crypto'
import type { UserRow } from '../../db/schema.ts'
import type { Accounts } from '../accounts.ts'
import { limitAttempts, mayMail, type ClientFacts } from '../rate-limits.ts'
import type { Login } from '../sign-in.ts'
import { mergeMetadata, type GivenMetadata } from '../protocol/user-metadata.ts'
import { redirectTarget } from './redirect-target.ts'

interface MailRequest {
  email: string
  redirectTo: string | undefined
  codeChallenge?: string | undefined
  client: ClientFacts
}

/** Minimum answer time, longer than any lookup, so that the duration does not reveal whether an account exists. */
const EVEN_ANSWER_MS = 150

/** Emails a link for choosing a new password. @throws {AuthError} when a limit is exceeded. */
export async function recover(accounts: Accounts, request: MailRequest): Promise<void> {
  await limitAttempts(accounts, 'recover', { clientAddress: request.client.address, subject: request.email })
  await runWithEvenTiming(accounts, 'Sending a password reset email', async () => {
    const user = await accountOrSignUp(accounts, { email: request.email })
    if (user) await requestMail(accounts, 'account.recovery_requested', user, request)
  })
}

/**
 * Resends the confirmation of a pending sign-up or change of address; the answer does not reveal whether one is
 * pending. With several sign-ups pending, it is unclear which one is meant, so the email confirms the address without a
 * password.
 * @throws {AuthError} when a limit is exceeded.
 */
export async function resendMail(
  accounts: Accounts,
  { type, ...request }: MailRequest & { type: 'signup' | 'email_change' },
): Promise<void> {
  await limitAttempts(accounts, 'resend', { clientAddress: request.client.address, subject: request.email })
  const { email } = request
  await runWithEvenTiming(accounts, 'Resending an email', async () => {
    const user = await accounts.users.byEmail(email)
    if (type === 'signup' && !user) {
      const [only, other] = await accounts.users.getPending({ email })
      if (other) await requestPasswordlessMail(accounts, request)
      else if (only) await requestMail(accounts, 'account.confirmation_requested', only, request)
    }
    if (type === 'email_change' && user && user.newEmail !== null) {
      const pending = await accounts.oneTimeTokens.getPending(user.newEmail, 'email_change')
      const sessionId = pending?.userId === user.id ? pending.sessionId : null
      // No link can confirm such a change once its session has ended.
      if (sessionId !== null || oldSideAgrees(user))
        await requestEmailChange(accounts, { ...user, newEmail: user.newEmail }, { ...request, sessionId })
    }
  })
}

/**
 * Emails a sign-in link and code. Creates an account without a password for a new address, if the client wants that.
 * @throws {AuthError} when a limit is exceeded.
 */
export async function requestSignIn(
  accounts: Accounts,
  { createUser, data, ...request }: MailRequest & { createUser: boolean; data: GivenMetadata },
): Promise<void> {
  await limitAttempts(accounts, 'otp', { clientAddress: request.client.address, subject: request.email })
  const wanted = createUser ? { data: mergeMetadata({}, data) } : {}
  await runWithEvenTiming(accounts, 'Sending a sign-in email', () => requestPasswordlessMail(accounts, request, wanted))
}

/** Emails a sign-in link and code. They don't confirm an unproven password. @param data as `accountOrSignUp`. */
export async function requestPasswordlessMail(
  accounts: Accounts,
  request: MailRequest,
  wanted: { data?: UserRow['userMetadata'] } = {},
): Promise<void> {
  const user = await accountOrSignUp(accounts, { email: request.email }, wanted)
  if (user) await requestMail(accounts, 'account.sign_in_requested', user, request)
}

/**
 * The account of an address or number; if there is none, its sign-up without a password, created next to other
 * sign-ups.
 * @param data for a sign-up that may be the first one; undefined: only next to other sign-ups.
 * @returns null when there is neither.
 */
export async function accountOrSignUp(
  { users, signup, clock }: Pick<Accounts, 'users' | 'signup' | 'clock'>,
  login: Login,
  { data }: { data?: UserRow['userMetadata'] } = {},
): Promise<UserRow | null> {
  const user = await ('email' in login ? users.byEmail(login.email) : users.byPhone(login.phone))
  if (user) return user
  const pending = await users.getPending(login)
  const known = pending.find(({ passwordHash }) => passwordHash === null)
  if (known || (pending.length === 0 && (data === undefined || signup === 'closed'))) return known ?? null
  const fields = { passwordHash: null, userMetadata: data ?? {}, confirmedAt: null, createdAt: clock() }
  // Null: a concurrent request created it.
  const made = await users.insert({ email: null, ...login, ...fields, id: randomUUID() }, null)
  return made ?? (await users.getPending(login)).find(({ passwordHash }) => passwordHash === null) ?? null
}

/** Queues an email with a link, within the limits of its address and client. */
export async function requestMail(
  { users, limiter, publicUrl, clock }: Pick<Accounts, 'users' | 'limiter' | 'publicUrl' | 'clock'>,
  kind: 'account.recovery_requested' | 'account.confirmation_requested' | 'account.sign_in_requested',
  user: UserRow,
  { email, redirectTo, codeChallenge, client }: MailRequest,
): Promise<void> {
  if (!(await mayMail({ limiter }, email, client))) return
  const target = redirectTarget(redirectTo, { publicUrl: publicUrl(), fallback: '' })
  await users.record({ kind, userId: user.id, redirectTo: target, codeChallenge }, clock())
}

/** Whether the account's current mailbox must confirm a new address: only if it was verified. */
export function oldSideAgrees({ email, verifiedAt }: Pick<UserRow, 'email' | 'verifiedAt'>): boolean {
  return email !== null && verifiedAt !== null
}

/**
 * Queues the emails for a change of address. Nothing depends on whether the new address has an account, and emails sent
 * only to the new address don't use up the old one's limit.
 * @param sessionId invalidates the links when it ends, where the account's mailbox was never verified and so isn't
 * asked.
 */
export async function requestEmailChange(
  { users, limiter, publicUrl, clock }: Pick<Accounts, 'users' | 'limiter' | 'publicUrl' | 'clock'>,
  user: UserRow & { newEmail: string },
  { redirectTo, codeChallenge, client, sessionId }: Omit<MailRequest, 'email'> & { sessionId: string | null },
): Promise<void> {
  const kind = 'account.email_change_requested'
  if (user.email !== null && oldSideAgrees(user) && !(await mayMail({ limiter }, user.email, client))) return
  const mailsNewSide = await mayMail({ limiter }, user.newEmail, client)
  const target = redirectTarget(redirectTo, { publicUrl: publicUrl(), fallback: '' })
  const ends = sessionId !== null && !oldSideAgrees(user) ? { endsWithSession: sessionId } : {}
  await users.record({ kind, userId: user.id, redirectTo: target, codeChallenge, mailsNewSide, ...ends }, clock())
}

/** Makes neither the answer nor its duration reveal what was found; failures are only logged. */
export async function runWithEvenTiming(
  { background }: Pick<Accounts, 'background'>,
  what: string,
  task: () => Promise<void>,
): Promise<void> {
  background.run(what, task)
  await background.pause(EVEN_ANSWER_MS)
}
