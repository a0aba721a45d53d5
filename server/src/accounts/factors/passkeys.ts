import type { WebauthnKeyRow } from '../../db/schema.ts'
import type { Accounts } from '../accounts.ts'
import { AuthError } from '../protocol/auth-error.ts'
import { limitAttempts, withNotice, type ClientFacts } from '../rate-limits.ts'
import { getUser } from '../read-account.ts'
import type { SessionJson } from '../sessions/session-json.ts'
import type { LiveSession } from '../sessions/sessions.ts'
import { signInUser } from '../sign-in.ts'
import { proofBySignIn, requireProof, requireSecondFactor } from '../proof-of-person.ts'
import { MOST_FACTORS, newChallenge } from './factors.ts'
import { beginCreation, beginRequest, finishCreation, finishRequest, type Credential } from './webauthn.ts'

interface Ceremony {
  challenge_id: string
  credential: Credential
}

/** A passkey as the client library reads it. */
function passkeyJson({ id, friendlyName, createdAt, lastUsedAt }: WebauthnKeyRow) {
  return {
    id,
    friendly_name: friendlyName ?? undefined,
    created_at: createdAt.toISOString(),
    last_used_at: lastUsedAt?.toISOString(),
  }
}

/**
 * @throws {AuthError} insufficient_aal, reauthentication_needed, too_many_enrolled_mfa_factors, validation_failed for a
 * guest, or when a limit is exceeded.
 */
export async function beginPasskey(accounts: Accounts, session: LiveSession, client: ClientFacts) {
  await requireProof(accounts, session)
  await limitAttempts(accounts, 'verify', { clientAddress: client.address })
  const user = await getUser(accounts, session.userId)
  if (user.isAnonymous) throw new AuthError('validation_failed', 'Guests can’t add a passkey')
  if ((await accounts.webauthnKeys.listPasskeys(user.id)).length >= MOST_FACTORS)
    throw new AuthError('too_many_enrolled_mfa_factors', 'You’ve reached the passkey limit. Remove one first.')
  const options = await beginCreation(accounts, user, { passkey: true })
  return ask(accounts, { userId: user.id, kind: 'create', options })
}

/**
 * @throws {AuthError} insufficient_aal, reauthentication_needed, webauthn_challenge_expired, mfa_verification_failed,
 * or when a limit is exceeded.
 */
export async function addPasskey(accounts: Accounts, session: LiveSession, { challenge_id, credential }: Ceremony) {
  await requireProof(accounts, session)
  const { userId } = session
  return withNotice(accounts, 'account.factor_added', await getUser(accounts, userId), async () => {
    const expected = await takeExpected(accounts, challenge_id, userId)
    const key = await finishCreation(accounts, { expected, answer: credential, userId, factorId: null })
    if (!key) throw new AuthError('mfa_verification_failed', 'We couldn’t verify this passkey. Try again.')
    return passkeyJson(key)
  })
}

/** Challenges any passkey, which identifies its account. @throws {AuthError} when a limit is exceeded. */
export async function beginPasskeySignIn(accounts: Accounts, client: ClientFacts) {
  await limitAttempts(accounts, 'verify', { clientAddress: client.address })
  const options = await beginRequest(accounts, { factorId: null })
  return ask(accounts, { userId: null, kind: 'request', options })
}

/**
 * Opens a session with a passkey that verified its user, so it counts as two factors.
 * @throws {AuthError} webauthn_challenge_expired, invalid_credentials, or when a limit is exceeded.
 */
export async function signInWithPasskey(
  accounts: Accounts,
  { challenge_id, credential }: Ceremony,
  client: ClientFacts,
): Promise<SessionJson> {
  await limitAttempts(accounts, 'verify', { clientAddress: client.address })
  const expected = await takeExpected(accounts, challenge_id, null)
  const key = await finishRequest(accounts, { expected, answer: credential, factorId: null })
  const user = key && (await accounts.users.byId(key.userId))
  if (!key || !user?.confirmedAt)
    throw new AuthError('invalid_credentials', 'This passkey isn’t linked to an account. Sign in another way.')
  const second = { method: 'mfa/webauthn', at: accounts.clock() }
  const provedAt = proofBySignIn(accounts, user, key.createdAt)
  return signInUser(accounts, user, { method: 'passkey', second, provedAt, client })
}

/** @throws {AuthError} insufficient_aal. */
export async function listPasskeys(accounts: Accounts, session: LiveSession) {
  requireSecondFactor(session)
  return (await accounts.webauthnKeys.listPasskeys(session.userId)).map((key) => passkeyJson(key))
}

/** @throws {AuthError} insufficient_aal or mfa_factor_not_found. */
export async function renamePasskey(accounts: Accounts, session: LiveSession, id: string, friendlyName: string) {
  requireSecondFactor(session)
  const key = await accounts.webauthnKeys.renamePasskey(session.userId, id, friendlyName)
  if (!key) throw new AuthError('mfa_factor_not_found', 'This passkey no longer exists. Reload the page.')
  return passkeyJson(key)
}

/** @throws {AuthError} insufficient_aal, reauthentication_needed, mfa_factor_not_found, or when a limit is exceeded. */
export async function removePasskey(accounts: Accounts, session: LiveSession, id: string): Promise<void> {
  await requireProof(accounts, session)
  await withNotice(accounts, 'account.factor_removed', await getUser(accounts, session.userId), async () => {
    if (!(await accounts.webauthnKeys.removePasskey(session.userId, id, accounts.clock())))
      throw new AuthError('mfa_factor_not_found', 'This passkey no longer exists. Reload the page.')
  })
}

async function ask<Options extends { challenge: string }>(
  accounts: Accounts,
  { userId, kind, options }: { userId: string | null; kind: 'create' | 'request'; options: Options },
) {
  const { id, entry } = newChallenge(accounts, { userId, factorId: null })
  await accounts.factors.insertChallenge({ ...entry, kind, expected: options.challenge })
  return { challenge_id: id, options, expires_at: Math.floor(entry.expiresAt.getTime() / 1000) }
}

async function takeExpected(accounts: Accounts, id: string, userId: string | null): Promise<string> {
  const asked = await accounts.factors.takeChallenge(id, { userId, factorId: null }, accounts.clock())
  if (!asked || asked.expected === null)
    throw new AuthError(
      'webauthn_challenge_expired',
      'This passkey request has expired or was already used. Try again.',
    )
  return asked.expected
}
