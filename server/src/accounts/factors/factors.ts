import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import { BRAND } from '@callfolio/shared/brand.ts'
import type { ChallengeRow, FactorRow, UserRow } from '../../db/schema.ts'
import type { Accounts } from '../accounts.ts'
import { AuthError } from '../protocol/auth-error.ts'
import { checkGuess } from '../check-guess.ts'
import { textCode } from '../one-time/request-sms.ts'
import { limitAttempts, limitNotice, withNotice, type ClientFacts } from '../rate-limits.ts'
import { getUser } from '../read-account.ts'
import { newCode } from '../sessions/secret-token.ts'
import { sessionJson, type SessionJson } from '../sessions/session-json.ts'
import { fingerprint, recordFailure } from '../sign-in.ts'
import type { LiveSession, SecondMethod } from '../sessions/sessions.ts'
import { isProof, requireProof } from '../proof-of-person.ts'
import { newTotp, totpStep } from './totp.ts'
import { beginCreation, beginRequest, finishCreation, finishRequest, type Answer } from './webauthn.ts'

const sealedSchema = z.object({ secret: z.string() })
/** Maximum second factors of an account, and likewise passkeys. */
export const MOST_FACTORS = 10
const CHALLENGE_MS = 5 * 60 * 1000

const METHODS: Record<FactorRow['kind'], SecondMethod> = {
  totp: 'totp',
  phone: 'mfa/phone',
  webauthn: 'mfa/webauthn',
  recovery_code: 'recovery_code',
}

export type Enrolment = { friendly_name?: string | undefined } & (
  | { factor_type: 'totp'; issuer?: string | undefined }
  | { factor_type: 'phone'; phone: string }
  | { factor_type: 'webauthn' }
)

/**
 * Starts adding a factor, which counts after its first answer.
 * @throws {AuthError} insufficient_aal, reauthentication_needed, mfa_factor_name_conflict,
 * too_many_enrolled_mfa_factors.
 */
export async function enrol(accounts: Accounts, session: LiveSession, wanted: Enrolment) {
  await requireProof(accounts, session)
  const user = await getUser(accounts, session.userId)
  const now = accounts.clock()
  const { friendly_name: friendlyName = null } = wanted
  const factors = await accounts.factors.list(user.id)
  // An abandoned setup frees its name.
  const named = factors.filter((factor) => friendlyName !== null && factor.friendlyName === friendlyName)
  for (const begun of named.filter(({ status }) => status === 'unverified')) await accounts.factors.remove(begun, now)
  if (named.some(({ status }) => status === 'verified'))
    throw new AuthError('mfa_factor_name_conflict', 'You already use this name. Choose another one.')
  if (factors.length >= MOST_FACTORS)
    throw new AuthError(
      'too_many_enrolled_mfa_factors',
      'You’ve reached the limit of two-step sign-in methods. Remove one first.',
    )
  const id = randomUUID()
  const factor = {
    id,
    userId: user.id,
    kind: wanted.factor_type,
    friendlyName,
    status: 'unverified' as const,
    phone: wanted.factor_type === 'phone' ? wanted.phone : null,
    createdAt: now,
  }
  const answer = { id, type: wanted.factor_type, friendly_name: friendlyName ?? undefined }
  if (wanted.factor_type !== 'totp') {
    await accounts.factors.insert({ ...factor, secret: null })
    return { ...answer, ...(wanted.factor_type === 'phone' && { phone: wanted.phone }) }
  }
  const label = user.email ?? user.phone ?? BRAND.name
  const { secret, uri, qrCode } = newTotp({ issuer: wanted.issuer ?? BRAND.name, label })
  await accounts.factors.insert({ ...factor, secret: await accounts.seal.seal({ secret }) })
  return { ...answer, totp: { qr_code: qrCode, secret, uri } }
}

/** Challenges a factor. @throws {AuthError} mfa_factor_not_found, sms_send_failed, or when a limit is exceeded. */
export async function challenge(accounts: Accounts, session: LiveSession, factorId: string, client: ClientFacts) {
  await limitAttempts(accounts, 'factor', { clientAddress: client.address })
  const factor = await findFactor(accounts, session, factorId)
  // Limited by client only: a stranger who knows the password must not use up the owner's limit.
  await limitAttempts(accounts, 'verify', { clientAddress: client.address })
  const { id, entry } = newChallenge(accounts, { userId: session.userId, factorId })
  const answer = { id, type: factor.kind, expires_at: Math.floor(entry.expiresAt.getTime() / 1000) }
  if (factor.kind === 'webauthn') {
    const user = await getUser(accounts, session.userId)
    const creates = factor.status === 'unverified'
    const options = creates ? await beginCreation(accounts, user) : await beginRequest(accounts, { factorId })
    const type = creates ? ('create' as const) : ('request' as const)
    await accounts.factors.insertChallenge({ ...entry, kind: type, expected: options.challenge })
    return { ...answer, webauthn: { type, credential_options: { publicKey: options } } }
  }
  const code = factor.kind === 'phone' ? newCode() : null
  await accounts.factors.insertChallenge({ ...entry, expected: code === null ? null : accounts.keyedHash(code, id) })
  if (code !== null && factor.phone !== null) {
    await limitAttempts(accounts, 'sms', { clientAddress: client.address, subject: factor.phone })
    await textCode(accounts, factor.phone, code)
  }
  return answer
}

/** The row of a new challenge. */
export function newChallenge(
  { clock }: Pick<Accounts, 'clock'>,
  asked: Pick<ChallengeRow, 'userId' | 'factorId'>,
): { id: string; entry: ChallengeRow } {
  const [id, createdAt] = [randomUUID(), clock()]
  const expiresAt = new Date(createdAt.getTime() + CHALLENGE_MS)
  return { id, entry: { id, ...asked, kind: 'code', expected: null, createdAt, expiresAt } }
}

export interface FactorAnswer {
  challenge_id: string
  code?: string | undefined
  webauthn?: Answer | undefined
}

/**
 * Raises the session with a factor's answer. The first answer adds the factor to the account, and ends the other
 * sessions without a second factor.
 * @throws {AuthError} mfa_factor_not_found, mfa_challenge_expired, mfa_verification_failed, or when a limit is
 * exceeded.
 */
export async function verifyFactor(
  accounts: Accounts,
  session: LiveSession,
  { factorId, answer, client }: { factorId: string; answer: FactorAnswer; client: ClientFacts },
): Promise<SessionJson> {
  const factor = await findFactor(accounts, session, factorId)
  const adds = factor.status === 'unverified'
  if (adds) await requireProof(accounts, session)
  await limitAttempts(accounts, 'factor', { clientAddress: client.address })
  const user = await getUser(accounts, session.userId)
  const check = async () => {
    const isRight =
      factor.kind === 'webauthn'
        ? await answersKey(accounts, session.userId, factor, answer)
        : await answersCode(accounts, user, factor, { answer, client })
    if (!isRight) {
      recordFailure(accounts, session.userId, factor.kind)
      throw new AuthError('mfa_verification_failed', 'Verification failed. Try again.')
    }
    return raise(accounts, session, factor, { proves: !adds && isProof(accounts, factor.updatedAt), client })
  }
  if (!adds) return check()
  return withNotice(accounts, 'account.factor_added', user, check)
}

/**
 * Raises the session of a user who just answered with a second factor, and remembers the device.
 * @param proves false: the factor was just added.
 */
export async function raise(
  accounts: Accounts,
  session: LiveSession,
  factor: FactorRow,
  { proves, client }: { proves: boolean; client: ClientFacts },
): Promise<SessionJson> {
  const { id: userId, secondFactor } = await getUser(accounts, session.userId)
  if (factor.status === 'unverified') await accounts.factors.verify(factor, accounts.clock())
  const opened = await accounts.sessions.raise(session.id, { method: METHODS[factor.kind], proves })
  if (!opened) throw new AuthError('session_not_found', 'Your session has ended. Sign in again.')
  await accounts.sessions.closeUnraised(userId)
  // Devices known before the first factor needed none.
  if (!secondFactor) await accounts.knownDevices.forget(userId)
  await accounts.knownDevices.note(userId, fingerprint(accounts, userId, client), accounts.clock())
  return sessionJson(accounts, await getUser(accounts, userId), opened)
}

async function answersKey(
  accounts: Accounts,
  userId: string,
  factor: FactorRow,
  { challenge_id, webauthn }: FactorAnswer,
): Promise<boolean> {
  const asked = await accounts.factors.takeChallenge(challenge_id, { userId, factorId: factor.id }, accounts.clock())
  if (!asked || asked.expected === null) throw challengeExpired()
  // A factor gets one key: a challenge kept until the factor was verified adds none.
  if (asked.kind === 'create' && factor.status !== 'unverified') throw challengeExpired()
  if (webauthn === undefined) return false
  const ceremony = { expected: asked.expected, answer: webauthn.credential_response }
  if (asked.kind === 'create')
    return (await finishCreation(accounts, { ...ceremony, userId, factorId: factor.id })) !== null
  return (await finishRequest(accounts, { ...ceremony, factorId: factor.id }))?.userId === userId
}

async function answersCode(
  accounts: Accounts,
  user: UserRow,
  factor: FactorRow,
  { answer: { challenge_id, code = '' }, client }: { answer: FactorAnswer; client: ClientFacts },
): Promise<boolean> {
  const now = accounts.clock()
  const asked = { userId: user.id, factorId: factor.id }
  const challenged = await accounts.factors.findChallenge(challenge_id, asked, now)
  if (!challenged) throw challengeExpired()
  // Guesses at a factor that is being added count separately, so that its owner's right codes don't reset guesses at
  // the others.
  const of = factor.status === 'verified' ? user.id : factor.id
  const right = await checkGuess(accounts, { what: 'factor', of, user, client }, async () => {
    const isRight =
      factor.kind === 'totp'
        ? await takesTotp(accounts, factor, code)
        : challenged.expected === accounts.keyedHash(code, challenged.id)
    // A wrong code may be corrected; the right one counts once.
    return isRight ? accounts.factors.takeChallenge(challenge_id, asked, now) : null
  })
  return right !== null
}

async function takesTotp(accounts: Accounts, { id, secret }: FactorRow, code: string): Promise<boolean> {
  const opened = sealedSchema.safeParse(secret === null ? null : await accounts.seal.open(secret)).data
  const step = opened ? await totpStep({ secret: opened.secret, code, now: accounts.clock() }) : null
  return step !== null && accounts.factors.takeStep(id, step)
}

/**
 * Removes a factor; the recovery codes go with the last one.
 * @throws {AuthError} mfa_factor_not_found, insufficient_aal, reauthentication_needed, or when a limit is exceeded.
 */
export async function unenrol(accounts: Accounts, session: LiveSession, factorId: string): Promise<{ id: string }> {
  const factor = await findFactor(accounts, session, factorId)
  if (factor.status === 'verified') await requireProof(accounts, session)
  await removeFactors(accounts, session, await withCodes(accounts, factor))
  return { id: factorId }
}

/** The factor and, when it is the last one, its recovery codes. */
async function withCodes({ factors }: Pick<Accounts, 'factors'>, factor: FactorRow): Promise<FactorRow[]> {
  const others = (await factors.list(factor.userId)).filter(({ id }) => id !== factor.id)
  const isLast = !others.some(({ kind, status }) => kind !== 'recovery_code' && status === 'verified')
  return [factor, ...(isLast ? others.filter(({ kind }) => kind === 'recovery_code') : [])]
}

/** A factor or passkey, for the operator. */
export interface FactorFacts {
  id: string
  kind: FactorRow['kind'] | 'passkey'
  name: string | null
  addedAt: Date
}

/** A user's sign-in methods besides a password, for the operator: confirmed factors and passkeys. */
export async function listFactorFacts(
  { factors, webauthnKeys }: Pick<Accounts, 'factors' | 'webauthnKeys'>,
  userId: string,
): Promise<FactorFacts[]> {
  const confirmed = (await factors.list(userId)).filter(({ status }) => status === 'verified')
  return [
    ...confirmed.map(({ id, kind, friendlyName: name, updatedAt: addedAt }) => ({ id, kind, name, addedAt })),
    ...(await webauthnKeys.listPasskeys(userId)).map(({ id, friendlyName: name, createdAt: addedAt }) => ({
      id,
      kind: 'passkey' as const,
      name,
      addedAt,
    })),
  ]
}

/**
 * Removes a factor or passkey as the operator, and ends the user's sessions: someone else may have the lost factor. The
 * user is notified.
 * @returns whether there was one.
 */
export async function removeAsOperator(
  accounts: Pick<Accounts, 'factors' | 'webauthnKeys' | 'sessions' | 'knownDevices' | 'clock'>,
  userId: string,
  id: string,
): Promise<boolean> {
  const factor = await accounts.factors.find(userId, id)
  const removed = factor ? await withCodes(accounts, factor) : []
  for (const each of removed) await accounts.factors.remove(each, accounts.clock())
  if (!factor && !(await accounts.webauthnKeys.removePasskey(userId, id, accounts.clock()))) return false
  await accounts.knownDevices.forget(userId)
  await accounts.sessions.closeAll(userId)
  return true
}

/** Removes all of them or none; an unconfirmed one is not reported. @throws {AuthError} when a limit is exceeded. */
export async function removeFactors(
  accounts: Accounts,
  { userId }: LiveSession,
  factors: readonly FactorRow[],
): Promise<void> {
  const user = await getUser(accounts, userId)
  const notices = factors.filter(({ status }) => status === 'verified').length
  if (notices > 0) await limitNotice(accounts, 'account.factor_removed', user, notices)
  for (const factor of factors) await accounts.factors.remove(factor, accounts.clock())
}

async function findFactor(accounts: Accounts, { userId }: LiveSession, id: string): Promise<FactorRow> {
  const factor = await accounts.factors.find(userId, id)
  // Recovery codes have their own endpoints.
  if (!factor || factor.kind === 'recovery_code')
    throw new AuthError('mfa_factor_not_found', 'This sign-in method no longer exists. Reload the page.')
  return factor
}

function challengeExpired(): AuthError {
  return new AuthError('mfa_challenge_expired', 'This sign-in step has expired or was already used. Start it again.')
}
