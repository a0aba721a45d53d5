import type { Accounts } from './accounts.ts'
import { AuthError } from './auth-error.ts'
import { limitAttempts, type ClientFacts } from './rate-limits.ts'
import { newToken } from './secret-token.ts'
import type { SessionJson } from './session-json.ts'
import { signInUser } from './sign-in.ts'

const VALID_MS = 60 * 60 * 1000

/** The page that follows each kind of link when the client named none. */
const DEFAULT_TARGETS = { signup: '/dashboard', recovery: '/reset-password' } as const

type LinkPurpose = keyof typeof DEFAULT_TARGETS

/**
 * Makes a link that proves access to the account's mailbox. It is valid once and for one hour, and leads to a page with a
 * button, because mail scanners open links too.
 * @param redirectTo the page that follows, if it is one of this server.
 */
export async function createOneTimeLink(
  { oneTimeTokens, publicUrl, clock }: Pick<Accounts, 'oneTimeTokens' | 'publicUrl' | 'clock'>,
  { userId, purpose, redirectTo }: { userId: string; purpose: LinkPurpose; redirectTo?: string | undefined },
): Promise<string> {
  const token = newToken()
  const createdAt = clock()
  await oneTimeTokens.insert(token, { userId, purpose, createdAt, expiresAt: new Date(createdAt.getTime() + VALID_MS) })
  const target = redirectTarget(redirectTo, { publicUrl: publicUrl(), fallback: DEFAULT_TARGETS[purpose] })
  return `${publicUrl()}/auth/confirm?${new URLSearchParams({ token_hash: token, type: purpose, redirect_to: target })}`
}

/**
 * Opens a session with the token of a mailed link. A link of either kind proves that the address is the account's own, and
 * using it ends the others of its kind.
 * @throws {AuthError} otp_expired when the token is unknown, used or too old, or a limit's.
 */
export async function verifyOneTimeToken(
  accounts: Accounts,
  { token, purpose, client }: { token: string; purpose: LinkPurpose; client: ClientFacts },
): Promise<SessionJson> {
  await limitAttempts(accounts, 'verify', { clientAddress: client.address })
  const now = accounts.clock()
  const taken = await accounts.oneTimeTokens.take(token, purpose, now)
  const user = taken && (await accounts.users.byId(taken.userId))
  if (!user) throw new AuthError('otp_expired', 'Email link is invalid or has expired')
  await accounts.oneTimeTokens.removeAll(user.id, purpose)
  const verified = await accounts.users.update(
    user.id,
    { confirmedAt: user.confirmedAt ?? now, verifiedAt: user.verifiedAt ?? now },
    now,
  )
  return signInUser(accounts, verified ?? user, { method: 'otp', userAgent: client.userAgent })
}

/**
 * The page that follows a mailed link: one of this server, never another site's.
 * @param wanted the client's choice: a path or an address.
 * @returns path, query and fragment of it; `fallback` when it is missing, unreadable or on another site.
 */
export function redirectTarget(
  wanted: string | undefined,
  { publicUrl, fallback }: { publicUrl: string; fallback: string },
): string {
  if (!wanted || !URL.canParse(wanted, publicUrl)) return fallback
  const url = new URL(wanted, publicUrl)
  // A path that begins with two slashes would be read as another host.
  if (url.origin !== new URL(publicUrl).origin || url.pathname.startsWith('//')) return fallback
  return url.pathname + url.search + url.hash
}
