import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import { BRAND } from '@callfolio/shared/brand.ts'
import type { ChallengeRow, FactorRow, UserRow } from '../../db/schema.ts'
import type { Accounts } from '../accounts.ts'
import { AuthError } from '../auth-error.ts'
import { checkGuess } from '../check-guess.ts'
import { textCode } from '../one-time/request-sms.ts'
import { limitAttempts, limitNotice, withNotice, type ClientFacts } from '../rate-limits.ts'
import { getUser } from '../read-account.ts'
import { newCode } from '../secret-token.ts'
import { sessionJson, type SessionJson } from '../session-json.ts'
import { fingerprint, recordFailure } from '../sign-in.ts'
import type { LiveSession, SecondMethod } from '../sessions.ts'
import { isProof, requireProof } from '../proof-of-person.ts'
import { newTotp, totpStep } from './totp.ts'
import { beginCreation, beginRequest, finishCreation, finishRequest, type Answer } from './webauthn.ts'

const sealedSchema = z.object({ secret: z.string() })
/** Second factors of an account, and likewise passkeys. */
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
 * Begins to add a factor; it counts once it answered.
 * @throws {AuthError} insufficient_aal, reauthentication_needed, mfa_factor_name_conflict, too_many_enrolled_mfa_factors.
 */
export async function enrol(accounts: Accounts, session: LiveSession, wanted: Enrolment) {
  await requireProof(accounts, session)
  const user = await getUser(accounts, session.userId)
  const now = accounts.clock()
  const { friendly_name: friendlyName = null } = wanted
  const factors = await accounts.factors.list(user.id)
  // What was begun under this name and given up makes room.
  const named = factors.filter((factor) => friendlyName !== null && factor.friendlyName === friendlyName)
  for (const begun of named.filter(({ status }) => status === 'unverified')) await accounts.factors.remove(begun, now)
  if (named.some(({ status }) => status === 'verified'))
    throw new AuthError('mfa_factor_name_conflict', 'A factor with the friendly name for this user already exists')
  if (factors.length >= MOST_FACTORS)
    throw new AuthError('too_many_enrolled_mfa_factors', 'Maximum number of enrolled factors reached')
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

/** Asks a factor to answer. @throws {AuthError} mfa_factor_not_found, sms_send_failed, or a limit's. */
export async function challenge(accounts: Accounts, session: LiveSession, factorId: string, client: ClientFacts) {
  await limitAttempts(accounts, 'factor', { clientAddress: client.address })
  const factor = await findFactor(accounts, session, factorId)
  // By client only: a stranger who knows the password must not use up the owner's.
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

/** The row of something that is asked now. */
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
 * Raises the session with a factor's answer. The first answer adds the factor to the account, and ends the other sessions
 * that no second factor raised.
 * @throws {AuthError} mfa_factor_not_found, mfa_challenge_expired, mfa_verification_failed, or a limit's.
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
      throw new AuthError('mfa_verification_failed', 'Invalid code entered')
    }
    return raise(accounts, session, factor, { proves: !adds && isProof(accounts, factor.updatedAt), client })
  }
  if (!adds) return check()
  return withNotice(accounts, 'account.factor_added', user, check)
}

/** The session with a second factor, for who just answered with it; its device is known from now on. @param proves false: it was just added. */
export async function raise(
  accounts: Accounts,
  session: LiveSession,
  factor: FactorRow,
  { proves, client }: { proves: boolean; client: ClientFacts },
): Promise<SessionJson> {
  const { id: userId, secondFactor } = await getUser(accounts, session.userId)
  if (factor.status === 'unverified') await accounts.factors.verify(factor, accounts.clock())
  const opened = await accounts.sessions.raise(session.id, { method: METHODS[factor.kind], proves })
  if (!opened) throw new AuthError('session_not_found', 'Session from session_id claim in JWT does not exist')
  await accounts.sessions.closeUnraised(userId)
  // Devices of before the first factor were entered with less.
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
  // A factor gets one key: a challenge that was kept until the factor was verified adds none.
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
  // One that is being added is the person's own to find out, which forgives no guess at the others.
  const of = factor.status === 'verified' ? user.id : factor.id
  const right = await checkGuess(accounts, { what: 'factor', of, user, client }, async () => {
    const isRight =
      factor.kind === 'totp'
        ? await takesTotp(accounts, factor, code)
        : challenged.expected === accounts.keyedHash(code, challenged.id)
    // A wrong code may be typed again, the right one counts once.
    return isRight ? accounts.factors.takeChallenge(challenge_id, asked, now) : null
  })
  return right !== null
}

async function takesTotp(accounts: Accounts, { id, secret }: FactorRow, code: string): Promise<boolean> {
  const opened = sealedSchema.safeParse(secret === null ? null : await accounts.seal.open(secret)).data
  const step = opened ? await totpStep({ secret: opened.secret, code, now: accounts.clock() }) : null
  return step !== null && accounts.factors.takeStep(id, step)
}

/** Takes a factor away; with the last one the recovery codes go too. @throws {AuthError} mfa_factor_not_found, insufficient_aal, reauthentication_needed, or a limit's. */
export async function unenrol(accounts: Accounts, session: LiveSession, factorId: string): Promise<{ id: string }> {
  const factor = await findFactor(accounts, session, factorId)
  if (factor.status === 'verified') await requireProof(accounts, session)
  await removeFactors(accounts, session, await withCodes(accounts, factor))
  return { id: factorId }
}

/** The factor and, when it is the last one, the recovery codes that stand in for it. */
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

/** What a user enters with besides a password, for the operator: confirmed factors and passkeys. */
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
 * Removes a factor or passkey as the operator, and ends the user's sessions: the one who lost it may not be the only one
 * who has it. The user is notified. @returns whether there was one.
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

/** Removes all of them or none; one that was never confirmed is not reported. @throws {AuthError} a limit's. */
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
  // The codes have calls of their own.
  if (!factor || factor.kind === 'recovery_code') throw new AuthError('mfa_factor_not_found', 'Factor not found')
  return factor
}

function challengeExpired(): AuthError {
  return new AuthError('mfa_challenge_expired', 'The challenge has expired or was used. Request a new one.')
}
