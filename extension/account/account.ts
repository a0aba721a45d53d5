import type { GoTrueClient, SupportedStorage, User } from '@supabase/auth-js'
import * as z from 'zod/mini'
import { createApiClient, type ApiClient } from '@callfolio/shared/api-client.ts'
import {
  accessTokenFor,
  createAuthClient,
  createPassingAuthClient,
  forgetSession,
} from '@callfolio/shared/client/auth-client.ts'
import { SESSION_KEY } from '@callfolio/shared/session-key.ts'
import { openSessionStorage } from './session-storage.ts'
import { signInByPassword } from './sign-in-by-password.ts'

/** The person's account on one server, as seen by every part of the extension. */
export interface Account {
  /** The server's address, without a trailing slash. */
  server: string
  auth: GoTrueClient
  /** Signs in with email and password. @returns the error as a sentence; null on success. */
  signInByPassword: (credentials: { email: string; password: string }) => Promise<string | null>
  api: ApiClient
  /** A valid access token; null when signed out. */
  getAccessToken: () => Promise<string | null>
  /** The user of the stored session, without asking the server. */
  storedUser: () => Promise<User | null>
}

/** Opens the account on a server. All parts of the extension share its session. */
export function openAccount(server: string): Account {
  const storage = openSessionStorage(server)
  const auth = createAuthClient(server, storage)
  const getAccessToken = (): Promise<string | null> => accessTokenFor(auth)
  const onSessionEnded = sessionEnd({ auth })
  return {
    server,
    auth,
    getAccessToken,
    storedUser: () => storedUser(storage),
    signInByPassword: (credentials) =>
      signInByPassword({ auth, passing: createPassingAuthClient(server) }, credentials),
    api: createApiClient({ baseUrl: server, getAccessToken, onSessionEnded }),
  }
}

/**
 * Called when the server reports that a session was ended elsewhere: every part of the extension shows the sign-in.
 */
export function sessionEnd({ auth }: Pick<Account, 'auth'>): (accessToken: string) => Promise<void> {
  return (accessToken) => forgetSession(auth, accessToken)
}

/**
 * Provides access tokens of one person only: their work must not continue as the next person to sign in.
 * @returns a function that gives a valid token; null when that person is not signed in.
 */
export function personToken({ auth }: Pick<Account, 'auth'>, userId: string): () => Promise<string | null> {
  return async () => {
    const { data } = await auth.getSession()
    return data.session?.user.id === userId ? data.session.access_token : null
  }
}

const sessionSchema = z.object({
  user: z.custom<User>((user) => z.object({ id: z.string().check(z.minLength(1)) }).safeParse(user).success),
})

/**
 * The user of the stored session. Unlike the identity client it never asks the server, which may be unreachable: a
 * recording has to begin at once.
 */
export async function storedUser(storage: SupportedStorage): Promise<User | null> {
  const kept = await storage.getItem(SESSION_KEY)
  try {
    return sessionSchema.parse(JSON.parse(kept ?? 'null')).user
  } catch {
    return null
  }
}

/** That user's id. */
export async function signedInUser(storage: SupportedStorage): Promise<string | null> {
  return (await storedUser(storage))?.id ?? null
}
