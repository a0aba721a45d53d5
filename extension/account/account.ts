import type { GoTrueClient } from '@supabase/auth-js'
import { createApiClient, type ApiClient } from '@callfolio/shared/api-client.ts'
import { accessTokenOf, createAuthClient } from '@callfolio/shared/client/auth-client.ts'
import { openSessionStorage } from './session-storage.ts'

/** The person's account on one server, as every part of the extension sees it. */
export interface Account {
  /** The server's address, without a slash at the end. */
  server: string
  auth: GoTrueClient
  api: ApiClient
  /** A good access token; null when nobody is signed in. */
  getAccessToken: () => Promise<string | null>
}

/** Opens the account on a server. All parts of the extension share its session. */
export function openAccount(server: string): Account {
  const auth = createAuthClient(server, openSessionStorage(server))
  const getAccessToken = (): Promise<string | null> => accessTokenOf(auth)
  return { server, auth, getAccessToken, api: createApiClient({ baseUrl: server, getAccessToken }) }
}
