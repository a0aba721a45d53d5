import type { GoTrueClient, SupportedStorage } from '@supabase/auth-js'
import { z } from 'zod'
import { createApiClient, type ApiClient } from '@callfolio/shared/api-client.ts'
import {
  accessTokenOf,
  createAuthClient,
  createPassingAuthClient,
  forgetSession,
} from '@callfolio/shared/client/auth-client.ts'
import { SESSION_KEY } from '@callfolio/shared/client/session-key.ts'
import { openSessionStorage } from './session-storage.ts'
import { signInByPassword } from './sign-in-by-password.ts'

/** The person's account on one server, as every part of the extension sees it. */
export interface Account {
  /** The server's address, without a slash at the end. */
  server: string
  auth: GoTrueClient
  /** Signs in with e-mail and password. @returns why not, as a sentence; null when it worked. */
  signInByPassword: (credentials: { email: string; password: string }) => Promise<string | null>
  api: ApiClient
  /** A good access token; null when nobody is signed in. */
  getAccessToken: () => Promise<string | null>
}

/** Opens the account on a server. All parts of the extension share its session. */
export function openAccount(server: string): Account {
  const auth = createAuthClient(server, openSessionStorage(server))
  const getAccessToken = (): Promise<string | null> => accessTokenOf(auth)
  const onSessionEnded = sessionEnd({ auth })
  return {
    server,
    auth,
    getAccessToken,
    signInByPassword: (credentials) =>
      signInByPassword({ auth, passing: createPassingAuthClient(server) }, credentials),
    api: createApiClient({ baseUrl: server, getAccessToken, onSessionEnded }),
  }
}

/** What to do when the server says that a session was ended elsewhere: every part of the extension shows the sign-in. */
export function sessionEnd({ auth }: Pick<Account, 'auth'>): (accessToken: string) => Promise<void> {
  return (accessToken) => forgetSession(auth, accessToken)
}

/**
 * Asks for access tokens of one person only: what they began must not go on as the next person who signed in.
 * @returns a function that gives a good token; null when that person is not signed in.
 */
export function personToken({ auth }: Pick<Account, 'auth'>, userId: string): () => Promise<string | null> {
  return async () => {
    const { data } = await auth.getSession()
    return data.session?.user.id === userId ? data.session.access_token : null
  }
}

const sessionSchema = z.object({ user: z.object({ id: z.string().min(1) }) })

/**
 * Whose session is kept. Unlike the identity client it never asks the server, which may be away: a recording has to
 * begin at once.
 */
export async function signedInUser(storage: SupportedStorage): Promise<string | null> {
  const kept = await storage.getItem(SESSION_KEY)
  try {
    return sessionSchema.parse(JSON.parse(kept ?? 'null')).user.id
  } catch {
    return null
  }
}
