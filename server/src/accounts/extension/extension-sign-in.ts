import type { ExtensionRequest } from '@callfolio/shared/contract/accounts/extension.ts'
import { AppError } from '../../kernel/errors.ts'
import type { Accounts } from '../accounts.ts'
import { AuthError } from '../protocol/auth-error.ts'
import { isExtensionRedirect } from './extension-redirects.ts'
import { refuse, requireProof } from '../proof-of-person.ts'
import { limitAttempts, type ClientFacts } from '../rate-limits.ts'
import { hashToken, newToken } from '../sessions/secret-token.ts'
import { sessionJson, type SessionJson } from '../sessions/session-json.ts'
import { openSession } from '../sign-in.ts'

const VALID_MS = 2 * 60 * 1000

/**
 * Checks that this request's code goes to the extension only.
 * @throws {AppError} invalid_request.
 */
export function checkExtensionRequest(
  { extensionRedirects }: Pick<Accounts, 'extensionRedirects'>,
  { redirect_to }: ExtensionRequest,
): void {
  if (!isExtensionRedirect(extensionRedirects, redirect_to))
    throw new AppError('invalid_request', 'This address doesn’t belong to the browser extension.')
}

/**
 * Grants the extension a code, valid once and for two minutes, that it exchanges with the challenge's verifier for a
 * separate session. The code ends with the session that granted it, so a sign-out everywhere ends it too.
 * @throws {AppError} invalid_request when the code would go elsewhere; forbidden without recent authentication.
 */
export async function authorizeExtension(
  accounts: Accounts,
  sessionId: string,
  request: ExtensionRequest,
): Promise<string> {
  checkExtensionRequest(accounts, request)
  const session = await accounts.sessions.read(sessionId)
  if (!session) throw new AppError('session_not_found', 'You just signed out. Sign in again.')
  await requireProof(accounts, session).catch(refuse)
  return grantCode(accounts, { sessionId, codeChallenge: request.code_challenge, handsOver: false })
}

/**
 * Opens a session with a granted code and the verifier of its challenge (RFC 7636). The first attempt consumes the
 * code, whether it succeeds or not.
 * @throws {AuthError} flow_state_not_found, flow_state_expired, bad_code_verifier, or when a limit is exceeded.
 */
export async function exchangeCode(
  accounts: Accounts,
  { code, verifier, client }: { code: string; verifier: string; client: ClientFacts },
): Promise<SessionJson> {
  await limitAttempts(accounts, 'exchange', { clientAddress: client.address })
  const taken = await accounts.authorizationCodes.take(code)
  if (taken && taken.expiresAt <= accounts.clock())
    throw new AuthError('flow_state_expired', 'This sign-in took too long. Start again.')
  // A challenge has the format of a stored token's hash: SHA-256 as base64url.
  if (taken && taken.codeChallenge !== hashToken(verifier))
    throw new AuthError('bad_code_verifier', 'This sign-in started in another browser. Start again.')
  const session = taken && (await accounts.sessions.read(taken.sessionId))
  const user = session && (await accounts.users.byId(session.userId))
  if (!user) throw new AuthError('flow_state_not_found', 'This sign-in has expired. Start again.')
  // The extension's session inherits the proof of the session that granted it.
  if (!taken.handsOver) {
    const { second, provedAt } = session
    const { opened, user: signedIn } = await openSession(accounts, user, {
      method: 'extension',
      second,
      provedAt,
      client,
    })
    // An event that ended the granting session in between, such as a new password, may have missed the session that was
    // just opened.
    if (await accounts.sessions.read(session.id)) return sessionJson(accounts, signedIn, opened)
    await accounts.sessions.close(opened.session, 'local')
    throw new AuthError('flow_state_not_found', 'This sign-in has expired. Start again.')
  }
  const opened = await accounts.sessions.handOver(session.id)
  if (!opened) throw new AuthError('flow_state_not_found', 'This sign-in has expired. Start again.')
  return sessionJson(accounts, user, opened)
}

/** A code that hands a session over to the client with the challenge's verifier; valid once and for two minutes. */
export async function createHandOverCode(
  { authorizationCodes, clock }: Pick<Accounts, 'authorizationCodes' | 'clock'>,
  { sessionId, codeChallenge }: { sessionId: string; codeChallenge: string },
): Promise<string> {
  return grantCode({ authorizationCodes, clock }, { sessionId, codeChallenge, handsOver: true })
}

async function grantCode(
  { authorizationCodes, clock }: Pick<Accounts, 'authorizationCodes' | 'clock'>,
  grant: { sessionId: string; codeChallenge: string; handsOver: boolean },
): Promise<string> {
  const code = newToken()
  const createdAt = clock()
  await authorizationCodes.insert(code, { ...grant, createdAt, expiresAt: new Date(createdAt.getTime() + VALID_MS) })
  return code
}
