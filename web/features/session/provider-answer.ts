import { ownPath } from '../../lib/auth-paths.ts'

/** Result of a sign-in with another service, from the URL. */
export type ProviderAnswer = { to: string } & ({ code: string } | { problem: string })

const NO_ANSWER = 'Sign-in wasn’t completed. Start again.'

/** Parses the URL to which the identity service redirected the browser: a code, or why there is none. */
export function readProviderAnswer({ search, hash }: Pick<Location, 'search' | 'hash'>): ProviderAnswer {
  const query = new URLSearchParams(search)
  const to = ownPath(query.get('to'))
  const problem = new URLSearchParams(hash.slice(1)).get('error_description')
  const code = query.get('code')
  if (problem !== null || code === null) return { to, problem: problem ?? NO_ANSWER }
  return { to, code }
}
