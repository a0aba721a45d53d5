import type { UserRow } from '../db/schema.ts'
import { AppError, tooManyRequests } from '../kernel/errors.ts'
import type { Accounts } from './accounts.ts'
import { AuthError } from './protocol/auth-error.ts'
import { checkGuess } from './check-guess.ts'
import type { ClientFacts } from './rate-limits.ts'
import { getUser } from './read-account.ts'
import type { LiveSession } from './sessions/sessions.ts'

/** Proof that the caller is the user and not someone who found their device. */
export interface GivenProof {
  currentPassword?: string | undefined
  /** The code emailed or texted to them. */
  nonce?: string | undefined
}

/** The proof in a request. */
interface SentProof {
  given: GivenProof
  client: ClientFacts
}

/** An older proof is weaker: the device may have been left open. A sign-in method younger than this proves nothing. */
const RECENT_MS = 24 * 60 * 60 * 1000

/**
 * Allows changes to sign-in methods only with proof of the person. A proof in the request counts for the session from
 * then on. A guest has nothing to prove yet.
 * @throws {AuthError} insufficient_aal, reauthentication_needed, invalid_credentials, reauthentication_not_valid, or
 * when a limit is exceeded.
 */
export async function requireProof(accounts: Accounts, session: LiveSession, sent?: SentProof): Promise<void> {
  requireSecondFactor(session)
  const user = await getUser(accounts, session.userId)
  if (sent && (await isProved(accounts, { user, ...sent }))) return accounts.sessions.prove(session.id)
  if (user.isAnonymous || isRecent(accounts, session)) return
  throw new AuthError('reauthentication_needed', 'Enter your current password or request a code first')
}

/** Whether a method proves who the user is: someone with an open session may have just added a new one. */
export function isProof({ clock }: Pick<Accounts, 'clock'>, methodSince: Date): boolean {
  return clock().getTime() - methodSince.getTime() >= RECENT_MS
}

/** When a sign-in proved the user; null: its method was just added, and is not the account's first. */
export function proofBySignIn(
  { clock }: Pick<Accounts, 'clock'>,
  { confirmedAt }: Pick<UserRow, 'confirmedAt'>,
  methodSince: Date,
): Date | null {
  const isFirst = confirmedAt === null || methodSince <= confirmedAt
  return isFirst || isProof({ clock }, methodSince) ? clock() : null
}

/** @throws {AuthError} insufficient_aal when the account has a second factor that this session lacks. */
export function requireSecondFactor(session: Pick<LiveSession, 'lacksSecondFactor'>): void {
  if (session.lacksSecondFactor) throw new AuthError('insufficient_aal', 'Complete two-step sign-in first.')
}

/**
 * Requires the password, a code, or a second factor used in the last day that was not just added, before irreversible
 * actions. An account without a password needs only a proof from the last day.
 * @throws {AppError} forbidden or too_many_requests.
 */
export async function requireOwner(
  accounts: Accounts,
  { sessionId, userId, given, client }: { sessionId: string; userId: string; given: GivenProof; client: ClientFacts },
): Promise<void> {
  const session = await accounts.sessions.read(sessionId)
  const user = await getUser(accounts, userId)
  if (await isProved(accounts, { user, given, client }).catch(refuse)) return accounts.sessions.prove(sessionId)
  if (session && isRecent(accounts, session) && (user.passwordHash === null || isProvedByFactor(session))) return
  throw new AppError(
    'forbidden',
    user.passwordHash === null ? 'Request a code and enter it, or sign in again first.' : 'Enter your password.',
  )
}

/** @throws {AuthError} when the given proof is invalid. */
async function isProved(
  accounts: Accounts,
  { user, given: { currentPassword, nonce }, client }: SentProof & { user: UserRow },
): Promise<boolean> {
  if (currentPassword !== undefined) {
    const guess = { what: 'password' as const, of: user.id, user, client }
    const matches = async () => (await accounts.passwords.matches(currentPassword, user.passwordHash)) || null
    if (await checkGuess(accounts, guess, matches)) return true
    throw new AuthError('invalid_credentials', 'Current password is incorrect.')
  }
  const target = user.email ?? user.phone
  if (nonce === undefined || target === null) return false
  const getHash = () => accounts.keyedHash(nonce, user.id)
  const wanted = { target, purposes: ['reauthentication'] as const, getHash }
  const guess = { what: 'code' as const, of: target, user, client }
  if (await checkGuess(accounts, guess, () => accounts.oneTimeTokens.takeByCode(wanted, accounts.clock()))) return true
  throw new AuthError('reauthentication_not_valid', 'This code is wrong or has expired. Request a new one.')
}

function isRecent({ clock }: Pick<Accounts, 'clock'>, { provedAt }: LiveSession): boolean {
  return provedAt !== null && clock().getTime() - provedAt.getTime() < RECENT_MS
}

/** A factor that was just added doesn't count. */
function isProvedByFactor({ second, provedAt }: LiveSession): boolean {
  return second !== null && provedAt !== null && provedAt >= second.at
}

const SENTENCES: Partial<Record<AuthError['code'], string>> = {
  invalid_credentials: 'The password is incorrect.',
  reauthentication_not_valid: 'This code is wrong or has expired. Request a new one.',
}

/** Outside the identity service, its refusals become the API's. @throws {AppError} */
export function refuse(error: unknown): never {
  if (!(error instanceof AuthError)) throw error
  if (error.code === 'over_request_rate_limit')
    throw tooManyRequests(error.facts.retryAfterSeconds ?? 60, undefined, { cause: error })
  throw new AppError('forbidden', SENTENCES[error.code] ?? error.message, { cause: error })
}
