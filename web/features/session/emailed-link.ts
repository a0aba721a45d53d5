const LINK_TYPES = ['signup', 'email', 'recovery', 'invite', 'magiclink', 'email_change'] as const

/** The parameters of an emailed link to /auth/confirm. */
export interface ConfirmLink {
  token_hash: string
  type: (typeof LINK_TYPES)[number]
  /** The redirect URL of a client that exchanges a code for its session. */
  flow?: 'pkce'
  redirect_to?: string
}

/** Parses the URL of /auth/confirm; null if it is not a link we emailed. */
export function readConfirmLink(search: URLSearchParams): ConfirmLink | null {
  const token_hash = search.get('token_hash')
  const type = LINK_TYPES.find((known) => known === search.get('type'))
  if (!token_hash || !type) return null
  if (search.get('flow') !== 'pkce') return { token_hash, type }
  return { token_hash, type, flow: 'pkce', redirect_to: search.get('redirect_to') ?? '' }
}

/** URL at which the server uses a link itself, and redirects to the client that requested it. */
export function verifyAddress({ token_hash, type, redirect_to = '' }: ConfirmLink): string {
  return `/auth/v1/verify?${new URLSearchParams({ token: token_hash, type, redirect_to }).toString()}`
}

export interface RecoveryTokens {
  access_token: string
  refresh_token: string
}

/** Parses the fragment of /reset-password; null without tokens. */
export function readRecoveryTokens(fragment: string): RecoveryTokens | null {
  const values = new URLSearchParams(fragment.replace(/^#/, ''))
  const access_token = values.get('access_token')
  const refresh_token = values.get('refresh_token')
  return access_token && refresh_token ? { access_token, refresh_token } : null
}

/** The URL of /reset-password for a recovery session. */
export function resetPasswordAddress({ access_token, refresh_token }: RecoveryTokens): string {
  return `/reset-password#${new URLSearchParams({ access_token, refresh_token, type: 'recovery' }).toString()}`
}
