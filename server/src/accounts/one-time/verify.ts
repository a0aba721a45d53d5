import { isDuplicate } from '../../db/refusals.ts'
import type { UserRow } from '../../db/schema.ts'
import type { OneTimePurpose } from '../../db/tables/sessions.table.ts'
import type { Accounts } from '../accounts.ts'
import { AuthError } from '../protocol/auth-error.ts'
import { checkGuess, type GuessedAt } from '../check-guess.ts'
import { createHandOverCode } from '../extension/extension-sign-in.ts'
import { proofBySignIn } from '../proof-of-person.ts'
import { limitAttempts, type ClientFacts } from '../rate-limits.ts'
import { sessionJson, type SessionJson } from '../sessions/session-json.ts'
import { openSession } from '../sign-in.ts'
import type { OpenedSession } from '../sessions/sessions.ts'
import type { TakenToken } from './one-time-tokens-repo.ts'
import { redirectTarget } from './redirect-target.ts'
import { oldSideAgrees } from './request-email.ts'

/** The client library's token types and the purposes each of them covers. */
export const VERIFY_TYPES = {
  signup: ['signup'],
  magiclink: ['magiclink'],
  // The client library may use this type for either.
  email: ['signup', 'magiclink'],
  recovery: ['recovery'],
  email_change: ['email_change', 'email_change_old'],
  sms: ['sms'],
  phone_change: ['phone_change'],
} as const satisfies Record<string, readonly OneTimePurpose[]>

/** An emailed link's token, or a code with the address or number it was sent to. */
export type Proof = { type: keyof typeof VERIFY_TYPES } & ({ token: string } | { code: string; target: string })

/** One side of a change of address has confirmed; the other has not yet. */
export interface HalfWay {
  msg: string
  code: 200
}

/**
 * Opens a session with a token or code. Each of them verifies that the address or number belongs to the account.
 * @throws {AuthError} otp_expired when it is unknown, used, too old or was guessed at; email_exists; or when a limit is
 * exceeded.
 */
export async function verify(accounts: Accounts, proof: Proof, client: ClientFacts): Promise<SessionJson | HalfWay> {
  const verified = await verifyProof(accounts, proof, client)
  return 'msg' in verified ? verified : sessionJson(accounts, verified.user, verified.opened)
}

/**
 * As `verify`, for a browser that follows a link: the next page gets the session in the fragment or, for a client that
 * started with a challenge, a code to exchange.
 * @returns that page's address; refusals are in its fragment too.
 */
export async function verifyAndReturn(
  accounts: Accounts,
  { redirectTo, ...proof }: { type: Proof['type']; token: string; redirectTo: string | undefined },
  client: ClientFacts,
): Promise<string> {
  const target = redirectTarget(redirectTo, { publicUrl: accounts.publicUrl(), fallback: '/dashboard' })
  try {
    const verified = await verifyProof(accounts, proof, client)
    if ('msg' in verified) return withFragment(target, { message: verified.msg })
    return await returnAddress(accounts, target, { ...verified, type: proof.type })
  } catch (error) {
    if (!(error instanceof AuthError)) throw error
    return withFragment(target, refusalFacts(error))
  }
}

/** The refusal details a page reads from its address. */
export function refusalFacts(error: AuthError): Record<string, string> {
  return { error: 'access_denied', error_code: error.code, error_description: error.message }
}

/** The address that receives a session. @param type how the client library should treat it. */
export async function returnAddress(
  accounts: Accounts,
  target: string,
  {
    user,
    opened,
    codeChallenge,
    type,
  }: { user: UserRow; opened: OpenedSession; codeChallenge: string | null; type?: string },
): Promise<string> {
  if (codeChallenge !== null) {
    const code = await createHandOverCode(accounts, { sessionId: opened.session.id, codeChallenge })
    const url = new URL(target, accounts.publicUrl())
    url.searchParams.set('code', code)
    return url.href
  }
  const { access_token, refresh_token, expires_in, expires_at, token_type } = await sessionJson(accounts, user, opened)
  return withFragment(target, {
    access_token,
    refresh_token,
    expires_in: String(expires_in),
    expires_at: String(expires_at),
    token_type,
    ...(type !== undefined && { type }),
  })
}

export function withFragment(target: string, values: Record<string, string>): string {
  return `${target.replace(/#.*$/, '')}#${new URLSearchParams(values)}`
}

interface Verified {
  user: UserRow
  opened: OpenedSession
  codeChallenge: string | null
}

async function verifyProof(accounts: Accounts, proof: Proof, client: ClientFacts): Promise<Verified | HalfWay> {
  await limitAttempts(accounts, 'verify', { clientAddress: client.address })
  const now = accounts.clock()
  const purposes = VERIFY_TYPES[proof.type]
  const taken =
    'code' in proof
      ? await checkGuess(accounts, await guessedAt(accounts, proof.target, client), () =>
          accounts.oneTimeTokens.takeByCode(
            { target: proof.target, purposes, getHash: (userId) => accounts.keyedHash(proof.code, userId) },
            now,
          ),
        )
      : await accounts.oneTimeTokens.take(proof.token, purposes, now)
  const user = taken && (await accounts.users.byId(taken.userId))
  if (!user) throw expired()
  const provedAt = proofTime(accounts, taken, user)
  const changed = await applyProof(accounts, taken, user)
  if ('msg' in changed) return changed
  const { opened, user: signedIn } = await openSession(accounts, changed, { method: 'otp', provedAt, client })
  return { user: signedIn, opened, codeChallenge: taken.codeChallenge }
}

/**
 * Guesses count for the current holder of the address or number, so that claiming it for another account gains nothing
 * from that account's known devices.
 */
async function guessedAt({ users }: Pick<Accounts, 'users'>, target: string, client: ClientFacts): Promise<GuessedAt> {
  const user = await (target.includes('@') ? users.byEmail(target) : users.byPhone(target))
  return { what: 'code', of: target, user, client }
}

/** A mailbox or phone that is being added only proves that it can be reached, except for a guest, who has no other. */
function proofTime(accounts: Pick<Accounts, 'clock'>, { purpose }: TakenToken, before: UserRow): Date | null {
  const adds = purpose === 'email_change' || purpose === 'phone_change'
  if (adds && !before.isAnonymous) return null
  const { phoneVerifiedAt } = before
  return purpose === 'sms' && phoneVerifiedAt !== null
    ? proofBySignIn(accounts, before, phoneVerifiedAt)
    : accounts.clock()
}

async function applyProof(
  accounts: Accounts,
  { purpose, target }: TakenToken,
  user: UserRow,
): Promise<UserRow | HalfWay> {
  const now = accounts.clock()
  if (purpose === 'email_change' || purpose === 'email_change_old') return agree(accounts, user, { purpose, target })
  const byPhone = purpose === 'sms' || purpose === 'phone_change'
  const proved = byPhone ? { phoneVerifiedAt: now } : { verifiedAt: user.verifiedAt ?? now }
  try {
    if (user.confirmedAt === null) {
      const passwordHash = (await provesPassword(accounts, purpose, user)) ? user.passwordHash : null
      const confirmed = await accounts.users.confirm(user.id, { ...proved, passwordHash }, now)
      if (!confirmed) throw expired()
      return confirmed
    }
    if (!byPhone && user.verifiedAt === null && !user.isOperator) {
      const owned = await accounts.users.proveFirst(user.id, now)
      if (!owned) throw expired()
      return owned
    }
    const changes = {
      ...proved,
      ...(byPhone && { phone: target, isAnonymous: false }),
      ...(user.isAnonymous && { confirmedAt: now }),
    }
    return (await accounts.users.update(user.id, changes, now)) ?? user
  } catch (cause) {
    if (!isDuplicate(cause)) throw cause
    if (!byPhone) throw expired(cause)
    throw new AuthError('phone_exists', 'A user with this phone number has already been registered', { cause })
  }
}

/**
 * Whether the proof also confirms the sign-up's password. It doesn't when there is another sign-up: the owner of the
 * address or number may have made that one, and would confirm a stranger's password.
 */
async function provesPassword(
  { users }: Pick<Accounts, 'users'>,
  purpose: OneTimePurpose,
  user: UserRow,
): Promise<boolean> {
  if (purpose !== 'signup' && purpose !== 'sms') return false
  const reach = user.email === null ? { phone: user.phone ?? '' } : { email: user.email }
  return (await users.getPending(reach)).length === 1
}

async function agree(
  accounts: Accounts,
  user: UserRow,
  { purpose, target }: Pick<TakenToken, 'target'> & { purpose: 'email_change' | 'email_change_old' },
): Promise<UserRow | HalfWay> {
  const { newEmail } = user
  // A mailbox confirmed for an earlier requested address says nothing about this one.
  const isOther = purpose === 'email_change' && target !== null && target !== newEmail
  if (newEmail === null || isOther) throw expired()
  const side = purpose === 'email_change' ? 'new' : 'old'
  // Only someone who verified the mailbox may learn that it has an account.
  if ((side === 'new' || user.newEmailNewSide) && (await accounts.users.byEmail(newEmail))) throw emailExists()
  const needsOldSide = oldSideAgrees(user)
  const agreed = await accounts.users
    .agreeToNewEmail(user.id, { newEmail, side, needsOldSide }, accounts.clock())
    .catch((cause: unknown) => {
      // Another account claimed it since the check; both sides confirmed, so the mailbox is verified.
      throw isDuplicate(cause) ? emailExists(cause) : cause
    })
  if (agreed?.email !== newEmail)
    return { msg: 'Confirmation link accepted. Please proceed to confirm link sent to the other email', code: 200 }
  // Tokens emailed to the earlier address must no longer work.
  await accounts.oneTimeTokens.removeAll(user.id)
  return agreed
}

function emailExists(cause?: unknown): AuthError {
  return new AuthError('email_exists', 'A user with this email address has already been registered', { cause })
}

function expired(cause?: unknown): AuthError {
  return new AuthError('otp_expired', 'This code or link is wrong or has expired. Request a new one.', { cause })
}
