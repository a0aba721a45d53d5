import { GoTrueClient, type SupportedStorage } from '@supabase/auth-js'
import { PROVIDER_SESSION_KEY, SESSION_KEY } from '../session-key.ts'

/** Refresh errors that no retry can fix. */
const ENDED = new Set(['refresh_token_not_found', 'refresh_token_already_used', 'session_not_found'])

/**
 * The library keeps a rejected session until its access token expires, but this server rejects that token at once
 * too.
 */
class SessionClient extends GoTrueClient {
  override async refreshSession(
    ...[given]: Parameters<GoTrueClient['refreshSession']>
  ): ReturnType<GoTrueClient['refreshSession']> {
    const tried = given?.refresh_token ?? (await this.getSession()).data.session?.refresh_token
    const answer = await super.refreshSession(given)
    if (!ENDED.has(answer.error?.code ?? '')) return answer
    const { data } = await this.getSession()
    // Keeps a session that another tab has renewed since.
    if (data.session && data.session.refresh_token === tried) await this.signOut({ scope: 'local' })
    return answer
  }
}

/**
 * A browser's identity client: stores its session, refreshes it before it expires and when the page becomes visible
 * again, and doesn't touch the URL (links in emails have their own pages).
 * @param origin the server's address, without a trailing slash.
 * @param storage where the session is stored; defaults to the web app's localStorage.
 */
export function createAuthClient(origin: string, storage: SupportedStorage = globalThis.localStorage): GoTrueClient {
  return new SessionClient({
    url: `${origin}/auth/v1`,
    storageKey: SESSION_KEY,
    storage,
    detectSessionInUrl: false,
    autoRefreshToken: true,
    persistSession: true,
    experimental: { recoveryCodes: true },
  })
}

/**
 * An identity client that stores nothing: for checking a password or using a link from an email without touching the
 * browser's session.
 */
export function createPassingAuthClient(origin: string): GoTrueClient {
  return new GoTrueClient({
    url: `${origin}/auth/v1`,
    // Its own storage key: clients that share one log warnings about each other.
    storageKey: `auth.passing.${Date.now()}`,
    detectSessionInUrl: false,
    autoRefreshToken: false,
    persistSession: false,
    experimental: { recoveryCodes: true },
  })
}

/**
 * An identity client for signing in with another service (RFC 7636): the verifier stays in this tab while the browser
 * is at the service, separate from the session. Links in emails don't use it, since they may be opened in another
 * browser.
 */
export function createProviderAuthClient(
  origin: string,
  storage: SupportedStorage = globalThis.sessionStorage,
): GoTrueClient {
  return new GoTrueClient({
    url: `${origin}/auth/v1`,
    storageKey: PROVIDER_SESSION_KEY,
    storage,
    flowType: 'pkce',
    detectSessionInUrl: false,
    autoRefreshToken: false,
    persistSession: true,
  })
}

/**
 * Forgets a session that was ended elsewhere, in every tab of this browser, like a sign-out.
 * @param accessToken the rejected one; a session started since then stays.
 */
export async function forgetSession(auth: GoTrueClient, accessToken: string): Promise<void> {
  const { data } = await auth.getSession()
  if (data.session?.access_token === accessToken) await auth.signOut({ scope: 'local' })
}

/** A valid access token of the session, refreshed if necessary; null when signed out. */
export async function accessTokenFor(auth: GoTrueClient): Promise<string | null> {
  const { data } = await auth.getSession()
  return data.session?.access_token ?? null
}
