import { randomUUID } from 'node:crypto'
import type { UserRow } from '../../db/schema.ts'
import type { Accounts } from '../accounts.ts'
import { limitAttempts, mayMail, type ClientFacts } from '../rate-limits.ts'
import type { Login } from '../sign-in.ts'
import { mergeMetadata, type GivenMetadata } from '../user-metadata.ts'
import { redirectTarget } from './redirect-target.ts'

interface MailRequest {
  email: string
  redirectTo: string | undefined
  codeChallenge?: string | undefined
  client: ClientFacts
}

/** Answers take as long whether or not there is an account: longer than any of them works. */
const EVEN_ANSWER_MS = 150

/** Mails a link with which the address's owner chooses a new password. @throws {AuthError} a limit's. */
export async function recover(accounts: Accounts, request: MailRequest): Promise<void> {
  await limitAttempts(accounts, 'recover', { clientAddress: request.client.address, subject: request.email })
  await evenly(accounts, 'Asking for a mail of a password reset', async () => {
    const user = await accountOrSignUp(accounts, { email: request.email })
    if (user) await requestMail(accounts, 'account.recovery_requested', user, request)
  })
}

/**
 * Mails the confirmation of a sign-up, or of a change of address, again, if one is pending, which the answer does not reveal.
 * Whose sign-up is asked for is unclear where there are several: then the mail confirms the address without a password.
 * @throws {AuthError} a limit's.
 */
export async function resendMail(
  accounts: Accounts,
  { type, ...request }: MailRequest & { type: 'signup' | 'email_change' },
): Promise<void> {
  await limitAttempts(accounts, 'resend', { clientAddress: request.client.address, subject: request.email })
  const { email } = request
  await evenly(accounts, 'Asking for a mail again', async () => {
    const user = await accounts.users.byEmail(email)
    if (type === 'signup' && !user) {
      const [only, other] = await accounts.users.pendingOf({ email })
      if (other) await requestPasswordlessMail(accounts, request)
      else if (only) await requestMail(accounts, 'account.confirmation_requested', only, request)
    }
    if (type === 'email_change' && user && user.newEmail !== null) {
      const pending = await accounts.oneTimeTokens.pendingOf(user.newEmail, 'email_change')
      const sessionId = pending?.userId === user.id ? pending.sessionId : null
      // Once its session has ended no link proves such a change any more.
      if (sessionId !== null || oldSideAgrees(user))
        await requestEmailChange(accounts, { ...user, newEmail: user.newEmail }, { ...request, sessionId })
    }
  })
}

/**
 * Mails a link and a code to sign in with. A new address gets an account without a password, if the client wants that.
 * @throws {AuthError} a limit's.
 */
export async function requestSignIn(
  accounts: Accounts,
  { createUser, data, ...request }: MailRequest & { createUser: boolean; data: GivenMetadata },
): Promise<void> {
  await limitAttempts(accounts, 'otp', { clientAddress: request.client.address, subject: request.email })
  const wanted = createUser ? { data: mergeMetadata({}, data) } : {}
  await evenly(accounts, 'Asking for a mail to sign in with', () => requestPasswordlessMail(accounts, request, wanted))
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
 * The account of an address or number; without one its sign-up without a password, which is made beside others.
 * @param data of a sign-up that may be the first one; undefined: only beside others. @returns null when there is neither.
 */
export async function accountOrSignUp(
  { users, signup, clock }: Pick<Accounts, 'users' | 'signup' | 'clock'>,
  login: Login,
  { data }: { data?: UserRow['userMetadata'] } = {},
): Promise<UserRow | null> {
  const user = await ('email' in login ? users.byEmail(login.email) : users.byPhone(login.phone))
  if (user) return user
  const pending = await users.pendingOf(login)
  const known = pending.find(({ passwordHash }) => passwordHash === null)
  if (known || (pending.length === 0 && (data === undefined || signup === 'closed'))) return known ?? null
  const fields = { passwordHash: null, userMetadata: data ?? {}, confirmedAt: null, createdAt: clock() }
  // Null: of two requests at once the other one made it.
  const made = await users.insert({ email: null, ...login, ...fields, id: randomUUID() }, null)
  return made ?? (await users.pendingOf(login)).find(({ passwordHash }) => passwordHash === null) ?? null
}

/** Has a link mailed, as far as its address and client may have one. */
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

/** Whether the mailbox that an account has must agree to another one: where it was proved. */
export function oldSideAgrees({ email, verifiedAt }: Pick<UserRow, 'email' | 'verifiedAt'>): boolean {
  return email !== null && verifiedAt !== null
}

/**
 * Has the mails of a change of address sent. Nothing of it depends on whether the new one has an account: what was mailed there
 * for it alone keeps no mail from the old one.
 * @param sessionId the links end with it where the account's mailbox was never proved, so that it isn't asked.
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

/** Neither the answer nor its duration reveals what was found; a failure is for the log. */
export async function evenly(
  { background }: Pick<Accounts, 'background'>,
  what: string,
  task: () => Promise<void>,
): Promise<void> {
  background.run(what, task)
  await background.pause(EVEN_ANSWER_MS)
}
