import { randomBytes, randomUUID } from 'node:crypto'
import type { FactorRow } from '../../db/schema.ts'
import type { Accounts } from '../accounts.ts'
import { AuthError } from '../protocol/auth-error.ts'
import { checkGuess } from '../check-guess.ts'
import { limitAttempts, withNotice, type ClientFacts } from '../rate-limits.ts'
import { getUser } from '../read-account.ts'
import type { SessionJson } from '../sessions/session-json.ts'
import { recordFailure } from '../sign-in.ts'
import type { LiveSession } from '../sessions/sessions.ts'
import { isProof, requireProof } from '../proof-of-person.ts'
import { raise, removeFactors } from './factors.ts'

const COUNT = 10
/** 50 bits each, without letters that look alike. */
const ALPHABET = 'ABCDEFGHJKMNPQRSTVWXYZ0123456789'

/**
 * Creates the user's recovery codes, shown only once.
 * @throws {AuthError} insufficient_aal, reauthentication_needed, mfa_recovery_codes_sole_factor without another factor,
 * mfa_verified_factor_exists, or when a limit is exceeded.
 */
export async function generateCodes(accounts: Accounts, session: LiveSession, friendlyName = 'Recovery codes') {
  await requireProof(accounts, session)
  const factors = await accounts.factors.list(session.userId)
  if (!factors.some(({ kind, status }) => kind !== 'recovery_code' && status === 'verified'))
    throw new AuthError('mfa_recovery_codes_sole_factor', 'Add another factor before you create recovery codes')
  if (factors.some(({ kind }) => kind === 'recovery_code'))
    throw new AuthError('mfa_verified_factor_exists', 'Recovery codes already exist')
  const factor = {
    id: randomUUID(),
    userId: session.userId,
    kind: 'recovery_code' as const,
    friendlyName,
    status: 'unverified' as const,
    phone: null,
    secret: null,
    createdAt: accounts.clock(),
  }
  return withNotice(accounts, 'account.factor_added', await getUser(accounts, session.userId), async () => {
    await accounts.factors.insert(factor)
    await accounts.factors.verify(factor, accounts.clock())
    return issue(accounts, factor)
  })
}

/**
 * Replaces the codes; earlier ones end.
 * @throws {AuthError} insufficient_aal, reauthentication_needed or mfa_factor_not_found.
 */
export async function regenerateCodes(accounts: Accounts, session: LiveSession) {
  await requireProof(accounts, session)
  return issue(accounts, await getCodes(accounts, session))
}

/** The number of codes, and of unused ones. @throws {AuthError} mfa_factor_not_found. */
export async function codesStatus(accounts: Accounts, session: LiveSession) {
  const { id } = await getCodes(accounts, session)
  return { id, type: 'recovery_code' as const, ...(await accounts.factors.countRecoveryCodes(id)) }
}

/** @throws {AuthError} insufficient_aal, reauthentication_needed, mfa_factor_not_found, or when a limit is exceeded. */
export async function removeCodes(accounts: Accounts, session: LiveSession): Promise<{ id: string }> {
  await requireProof(accounts, session)
  const factor = await getCodes(accounts, session)
  await removeFactors(accounts, session, [factor])
  return { id: factor.id }
}

/**
 * Raises the session with one of the codes, which it uses up.
 * @throws {AuthError} mfa_verification_failed, or when a limit is exceeded.
 */
export async function verifyCode(
  accounts: Accounts,
  session: LiveSession,
  { code, client }: { code: string; client: ClientFacts },
): Promise<SessionJson> {
  await limitAttempts(accounts, 'factor', { clientAddress: client.address })
  const user = await getUser(accounts, session.userId)
  const factor = await getCodes(accounts, session)
  const hash = accounts.keyedHash(code.toUpperCase().replaceAll(/[\s-]/g, ''), factor.id)
  const madeAt = await checkGuess(accounts, { what: 'recovery_code', of: user.id, user, client }, () =>
    accounts.factors.takeRecoveryCode(factor.id, hash, accounts.clock()),
  )
  if (madeAt) return raise(accounts, session, factor, { proves: isProof(accounts, madeAt), client })
  recordFailure(accounts, session.userId, factor.kind)
  throw new AuthError('mfa_verification_failed', 'This recovery code is wrong or was already used. Try another one.')
}

async function getCodes(accounts: Accounts, { userId }: LiveSession): Promise<FactorRow> {
  const factor = (await accounts.factors.list(userId)).find(({ kind }) => kind === 'recovery_code')
  if (!factor) throw new AuthError('mfa_factor_not_found', 'There are no recovery codes')
  return factor
}

async function issue(accounts: Accounts, { id, friendlyName }: Pick<FactorRow, 'id' | 'friendlyName'>) {
  const codes = Array.from({ length: COUNT }, newRecoveryCode)
  const hashes = codes.map((code) => accounts.keyedHash(code, id))
  await accounts.factors.setRecoveryCodes(id, hashes, accounts.clock())
  return {
    id,
    type: 'recovery_code' as const,
    friendly_name: friendlyName ?? undefined,
    total: COUNT,
    codes: codes.map((code) => `${code.slice(0, 5)}-${code.slice(5)}`),
  }
}

function newRecoveryCode(): string {
  // 32 letters: five bits of each byte.
  return Array.from(randomBytes(10), (byte) => ALPHABET[byte % ALPHABET.length]).join('')
}
