import { GoTrueClient } from '@supabase/auth-js'
import { SESSION_KEY } from './session-key.ts'

/**
 * The identity client of the web app: keeps its session in localStorage, refreshes it near its end and when the tab comes
 * back, and leaves the address bar alone (mailed links have pages of their own).
 * @param origin the server's origin, without a slash at the end.
 */
export function createAuthClient(origin: string): GoTrueClient {
  return new GoTrueClient({
    url: `${origin}/auth/v1`,
    storageKey: SESSION_KEY,
    storage: globalThis.localStorage,
    detectSessionInUrl: false,
    autoRefreshToken: true,
    persistSession: true,
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
  })
}

/** A good access token of the session, refreshed if need be; null when nobody is signed in. */
export async function accessTokenOf(auth: GoTrueClient): Promise<string | null> {
  const { data } = await auth.getSession()
  return data.session?.access_token ?? null
}
