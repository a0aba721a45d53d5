const LINK_TYPES = ['signup', 'email', 'recovery', 'invite', 'magiclink', 'email_change'] as const

/** What a mailed link to /auth/confirm carries. */
export interface ConfirmLink {
  token_hash: string
  type: (typeof LINK_TYPES)[number]
  /** Of a client that exchanges a code for its session; where its page is. */
  flow?: 'pkce'
  redirect_to?: string
}

/** Reads the address of /auth/confirm; null when it is not a link we mailed. */
export function readConfirmLink(search: URLSearchParams): ConfirmLink | null {
  const token_hash = search.get('token_hash')
  const type = LINK_TYPES.find((known) => known === search.get('type'))
  if (!token_hash || !type) return null
  if (search.get('flow') !== 'pkce') return { token_hash, type }
  return { token_hash, type, flow: 'pkce', redirect_to: search.get('redirect_to') ?? '' }
}

/** Where the server uses a link itself, and leads on to the page of the client that began it. */
export function verifyAddress({ token_hash, type, redirect_to = '' }: ConfirmLink): string {
  return `/auth/v1/verify?${new URLSearchParams({ token: token_hash, type, redirect_to }).toString()}`
}

export interface RecoveryTokens {
  access_token: string
  refresh_token: string
}

/** Reads the fragment of /reset-password; null without tokens. */
export function readRecoveryTokens(fragment: string): RecoveryTokens | null {
  const values = new URLSearchParams(fragment.replace(/^#/, ''))
  const access_token = values.get('access_token')
  const refresh_token = values.get('refresh_token')
  return access_token && refresh_token ? { access_token, refresh_token } : null
}

/** The address of /reset-password for a recovery session. */
export function resetPasswordAddress({ access_token, refresh_token }: RecoveryTokens): string {
  return `/reset-password#${new URLSearchParams({ access_token, refresh_token, type: 'recovery' }).toString()}`
}
