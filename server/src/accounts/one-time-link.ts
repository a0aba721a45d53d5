import type { Accounts } from './accounts.ts'
import { redirectTarget } from './redirect-target.ts'
import { newToken } from './secret-token.ts'

const VALID_MS = 60 * 60 * 1000

/** Where each kind of link leads when the client named no place. */
const DEFAULT_TARGETS = { signup: '/dashboard', recovery: '/reset-password' } as const

export type LinkPurpose = keyof typeof DEFAULT_TARGETS

/**
 * Makes a link, good once and for one hour, that proves whoever opens it to read the account's mail. It leads to a page
 * with a button, because mail scanners open links too.
 * @param redirectTo where the client wants to go afterwards; only places of this server are taken.
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
