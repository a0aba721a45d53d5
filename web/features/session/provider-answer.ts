import { ownPath } from '../../lib/auth-paths.ts'

/** What came of a sign-in with another service, as the address says it. */
export type ProviderAnswer = { to: string } & ({ code: string } | { problem: string })

const NO_ANSWER = 'Sign-in wasn’t completed. Start again.'

/** Reads the address to which the identity service sent the browser back: a code, or why there is none. */
export function readProviderAnswer({ search, hash }: Pick<Location, 'search' | 'hash'>): ProviderAnswer {
  const query = new URLSearchParams(search)
  const to = ownPath(query.get('to'))
  const problem = new URLSearchParams(hash.slice(1)).get('error_description')
  const code = query.get('code')
  if (problem !== null || code === null) return { to, problem: problem ?? NO_ANSWER }
  return { to, code }
}
