import { GoTrueClient, type SupportedStorage } from '@supabase/auth-js'
import { PROVIDER_SESSION_KEY, SESSION_KEY } from './session-key.ts'

/** Refusals of a refresh that no later one can mend. */
const ENDED = new Set(['refresh_token_not_found', 'refresh_token_already_used', 'session_not_found'])

/** The library keeps a refused session until its access token expires, but this server refuses that token at once too. */
class SessionClient extends GoTrueClient {
  override async refreshSession(
    ...[given]: Parameters<GoTrueClient['refreshSession']>
  ): ReturnType<GoTrueClient['refreshSession']> {
    const tried = given?.refresh_token ?? (await this.getSession()).data.session?.refresh_token
    const answer = await super.refreshSession(given)
    if (!ENDED.has(answer.error?.code ?? '')) return answer
    const { data } = await this.getSession()
    // A session that another tab has renewed since stays.
    if (data.session && data.session.refresh_token === tried) await this.signOut({ scope: 'local' })
    return answer
  }
}

/**
 * The identity client of a browser: keeps its session, refreshes it near its end and when the page comes back, and
 * doesn't touch the address bar (mailed links have pages of their own).
 * @param origin the server's address, without a slash at the end.
 * @param storage where the session is kept; the web app's localStorage by default.
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
 * An identity client that forgets: for checking a password or using a mailed link without touching the session that the
 * browser keeps.
 */
export function createPassingAuthClient(origin: string): GoTrueClient {
  return new GoTrueClient({
    url: `${origin}/auth/v1`,
    // A name of its own: clients that share one warn of each other.
    storageKey: `auth.passing.${Date.now()}`,
    detectSessionInUrl: false,
    autoRefreshToken: false,
    persistSession: false,
    experimental: { recoveryCodes: true },
  })
}

/**
 * An identity client for a sign-in with another service (RFC 7636): what the page keeps while the browser is there stays in
 * this tab, apart from the session. Mailed links don't use it, since they may be opened in another browser.
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
 * Forgets a session that was ended elsewhere, in every tab of this browser, as a sign-out does.
 * @param accessToken the one that was refused; a session that was begun since stays.
 */
export async function forgetSession(auth: GoTrueClient, accessToken: string): Promise<void> {
  const { data } = await auth.getSession()
  if (data.session?.access_token === accessToken) await auth.signOut({ scope: 'local' })
}

/** A good access token of the session, refreshed if need be; null when nobody is signed in. */
export async function accessTokenOf(auth: GoTrueClient): Promise<string | null> {
  const { data } = await auth.getSession()
  return data.session?.access_token ?? null
}
