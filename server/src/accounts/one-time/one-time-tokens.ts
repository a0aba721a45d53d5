import type { OneTimePurpose } from '../../db/tables/sessions.table.ts'
import type { Accounts } from '../accounts.ts'
import { newCode, newToken } from '../sessions/secret-token.ts'
import { redirectTarget } from './redirect-target.ts'

const VALID_MS = 60 * 60 * 1000
/** Short, because a text message arrives at once. */
const SMS_VALID_MS = 10 * 60 * 1000

/** The client library's name for each kind of link, and the default next page. */
const LINKS = {
  signup: { type: 'signup', fallback: '/dashboard' },
  recovery: { type: 'recovery', fallback: '/reset-password' },
  magiclink: { type: 'magiclink', fallback: '/dashboard' },
  email_change: { type: 'email_change', fallback: '/dashboard?tab=settings' },
  email_change_old: { type: 'email_change', fallback: '/dashboard?tab=settings' },
} as const

export type LinkPurpose = keyof typeof LINKS

interface TokenRequest<Purpose> {
  userId: string
  purpose: Purpose
  /** The address or number it is sent to. */
  target: string
  codeChallenge?: string | undefined
  /** The session whose end invalidates it. */
  sessionId?: string | null | undefined
}

type TokenDeps = Pick<Accounts, 'oneTimeTokens' | 'keyedHash' | 'clock'>

/**
 * Creates a link and a code, each of which proves access to a mailbox. They are valid once and for one hour, and
 * replace the user's earlier ones of their kind. The link opens a page with a button, because email scanners open links
 * too.
 * @param redirectTo the next page, if it is on this server.
 */
export async function createOneTimeLink(
  deps: TokenDeps & Pick<Accounts, 'publicUrl'>,
  { redirectTo, ...request }: TokenRequest<LinkPurpose> & { redirectTo?: string | undefined },
): Promise<{ link: string; code: string }> {
  const { token, code } = await issue(deps, request, VALID_MS)
  const { type, fallback } = LINKS[request.purpose]
  const target = redirectTarget(redirectTo, { publicUrl: deps.publicUrl(), fallback })
  const query = new URLSearchParams({
    token_hash: token,
    type,
    redirect_to: target,
    // Tells the page to send the browser where the code is exchanged.
    ...(request.codeChallenge !== undefined && { flow: 'pkce' }),
  })
  return { link: `${deps.publicUrl()}/auth/confirm?${query}`, code }
}

/** Creates a code for a text message or for reauthentication; otherwise as `createOneTimeLink`. */
export async function createOneTimeCode(
  deps: TokenDeps,
  request: TokenRequest<'sms' | 'phone_change' | 'reauthentication'>,
): Promise<string> {
  return (await issue(deps, request, SMS_VALID_MS)).code
}

async function issue(
  { oneTimeTokens, keyedHash, clock }: TokenDeps,
  { userId, purpose, target, codeChallenge, sessionId = null }: TokenRequest<OneTimePurpose>,
  validMs: number,
): Promise<{ token: string; code: string }> {
  const [token, code, createdAt] = [newToken(), newCode(), clock()]
  await oneTimeTokens.put(token, {
    userId,
    purpose,
    target,
    codeHash: keyedHash(code, userId),
    codeChallenge: codeChallenge ?? null,
    sessionId,
    createdAt,
    expiresAt: new Date(createdAt.getTime() + validMs),
  })
  return { token, code }
}
