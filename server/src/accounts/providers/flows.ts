import { createHash } from 'node:crypto'
import { z } from 'zod'
import type { Accounts } from '../accounts.ts'
import { AuthError } from '../protocol/auth-error.ts'
import { redirectTarget } from '../one-time/redirect-target.ts'
import { requireProof } from '../proof-of-person.ts'
import { refusalFacts, returnAddress, withFragment } from '../one-time/verify.ts'
import { limitAttempts, type ClientFacts } from '../rate-limits.ts'
import { getUser } from '../read-account.ts'
import { hashToken, newToken } from '../sessions/secret-token.ts'
import { sessionJson, type SessionJson } from '../sessions/session-json.ts'
import { openSession, signInUser } from '../sign-in.ts'
import type { LiveSession } from '../sessions/sessions.ts'
import { getAccount, link } from './join-account.ts'
import { readableProfile, type Profile, type Provider } from './provider.ts'

const VALID_MS = 10 * 60 * 1000
/** Binds a sign-in to the browser that started it, for at most ten minutes. */
export const FLOW_COOKIE = 'sign_in_flow'
export const SSO_ANSWERS_PATH = '/auth/v1/sso/saml/acs'
/** Each provider has its own path below it, because not every response names its issuer (RFC 9700, 4.4.2). */
export const ANSWERS_PATH = '/auth/v1/callback'
const secretsSchema = z.object({ state: z.string(), nonce: z.string(), verifier: z.string() })

interface FlowRequest {
  provider: string
  redirectTo: string | undefined
  scopes: string[]
  codeChallenge: string | undefined
  /** The session whose account gets the identity; null: a sign-in. */
  session: LiveSession | null
  client: ClientFacts
}

/**
 * Starts a sign-in with a provider, or the linking of one.
 * @returns where to redirect the browser, and its cookie for the response: only the browser that started may complete
 * it.
 * @throws {AuthError} provider_disabled, or when a limit is exceeded.
 */
export async function beginFlow(
  accounts: Accounts,
  { provider: name, redirectTo, scopes, codeChallenge, session, client }: FlowRequest,
): Promise<{ url: string; browser: string; answersTo: string }> {
  await limitAttempts(accounts, 'exchange', { clientAddress: client.address })
  const provider = getProvider(accounts, name)
  const secrets = { state: newToken(), nonce: newToken(), verifier: newToken() }
  const [browser, createdAt] = [newToken(), accounts.clock()]
  const publicUrl = accounts.publicUrl()
  await accounts.flows.insert({
    hash: hashToken(secrets.state),
    provider: name,
    secrets: await accounts.seal.seal(secrets),
    browserHash: hashToken(browser),
    redirectTo: redirectTarget(redirectTo, { publicUrl, fallback: '/dashboard', origins: accounts.extensionRedirects }),
    codeChallenge: codeChallenge ?? null,
    sessionId: session?.id ?? null,
    createdAt,
    expiresAt: new Date(createdAt.getTime() + VALID_MS),
  })
  const answersTo = answersPath(provider)
  const url = await provider.authorizationUrl(secrets, { redirectUri: publicUrl + answersTo, scopes })
  return { url, browser, answersTo }
}

/**
 * Completes a sign-in with the provider's response.
 * @param query the query of the browser's callback.
 * @param cameTo the callback path: a response counts for its own provider only.
 * @returns where to redirect; refusals are in the fragment.
 */
export async function endFlow(
  accounts: Accounts,
  {
    query,
    browser,
    client,
    cameTo,
  }: { query: URLSearchParams; browser: string | undefined; client: ClientFacts; cameTo: string },
): Promise<string> {
  let target = '/auth'
  try {
    const flow = await accounts.flows.take(hashToken(query.get('state') ?? ''))
    if (!flow || flow.expiresAt <= accounts.clock() || flow.browserHash !== hashToken(browser ?? ''))
      throw new AuthError('bad_oauth_state', 'This sign-in has expired or started elsewhere. Start again.')
    target = flow.redirectTo
    const secrets = secretsSchema.parse(await accounts.seal.open(flow.secrets))
    const provider = getProvider(accounts, flow.provider)
    if (cameTo !== answersPath(provider)) throw unconfirmed()
    const callback = new URL(`?${query}`, accounts.publicUrl() + cameTo)
    const profile = await provider
      .profile(callback, secrets)
      .then(readableProfile)
      .catch((cause: unknown) => {
        throw unconfirmed(cause)
      })
    const { once } = profile
    if (once && !(await accounts.spentProofs.spend(once.id, once.until))) throw unconfirmed()
    if (flow.sessionId !== null) return await endLinking(accounts, flow.sessionId, flow.provider, profile, target)
    const { user, provedAt } = await getAccount(accounts, flow.provider, profile)
    const method = provider.sso ? 'sso/saml' : 'oauth'
    const opened = await openSession(accounts, user, { method, provedAt, client })
    return await returnAddress(accounts, target, { ...opened, codeChallenge: flow.codeChallenge })
  } catch (error) {
    if (!(error instanceof AuthError)) throw error
    return withFragment(target, refusalFacts(error))
  }
}

async function endLinking(
  accounts: Accounts,
  sessionId: string,
  provider: string,
  profile: Profile,
  target: string,
): Promise<string> {
  const session = await accounts.sessions.read(sessionId)
  if (!session) throw new AuthError('session_not_found', 'You signed out during this request')
  // The proof may have expired since the linking started.
  await requireProof(accounts, session)
  await link(accounts, await getUser(accounts, session.userId), provider, profile)
  // The user who started already has a session and needs no other one in the address.
  return target
}

export interface IdTokenGrant {
  provider: string
  idToken: string
  nonce: string | undefined
  /** The session whose account gets the identity; null: a sign-in. */
  session: LiveSession | null
  client: ClientFacts
}

/**
 * Opens a session with an ID token that the client obtained, or links its identity.
 * @throws {AuthError} provider_disabled, bad_jwt, what `getAccount` throws, or when a limit is exceeded.
 */
export async function grantByIdToken(
  accounts: Accounts,
  { provider: name, idToken, nonce, session, client }: IdTokenGrant,
): Promise<SessionJson> {
  await limitAttempts(accounts, 'exchange', { clientAddress: client.address })
  const provider = getProvider(accounts, name)
  if (!provider.readIdToken) throw new AuthError('provider_disabled', 'This provider doesn’t issue ID tokens')
  const profile = await provider
    .readIdToken(idToken)
    .then(readableProfile)
    .catch((cause: unknown) => {
      throw new AuthError('bad_jwt', 'Invalid ID token', { cause })
    })
  if (!nonceFits(nonce, profile.nonce)) throw new AuthError('bad_jwt', 'Nonces mismatch')
  const { once } = profile
  if (once && !(await accounts.spentProofs.spend(once.id, once.until)))
    throw new AuthError('bad_jwt', 'This ID token was already used')
  if (session === null) {
    const { user, provedAt } = await getAccount(accounts, name, profile)
    return signInUser(accounts, user, { method: 'oauth', provedAt, client })
  }
  await link(accounts, await getUser(accounts, session.userId), name, profile)
  const opened = await accounts.sessions.handOver(session.id)
  if (!opened) throw new AuthError('session_not_found', 'You signed out during this request')
  return sessionJson(accounts, await getUser(accounts, session.userId), opened)
}

/** As in GoTrue: the token holds the SHA-256, in hex, of the nonce that only its client knows. */
function nonceFits(given: string | undefined, inToken: string | null): boolean {
  if (given === undefined || inToken === null) return given === undefined && inToken === null
  return inToken === createHash('sha256').update(given).digest('hex')
}

/** @throws {AuthError} provider_disabled. */
export function getProvider({ providers }: Pick<Accounts, 'providers'>, name: string): Provider {
  const provider = providers.find((each) => each.name === name)
  if (!provider) throw new AuthError('provider_disabled', 'Unsupported provider: provider is not enabled')
  return provider
}

function answersPath({ name, sso }: Provider): string {
  return sso ? SSO_ANSWERS_PATH : `${ANSWERS_PATH}/${name}`
}

function unconfirmed(cause?: unknown): AuthError {
  return new AuthError('bad_oauth_callback', 'The provider didn’t confirm your identity. Try again.', { cause })
}
