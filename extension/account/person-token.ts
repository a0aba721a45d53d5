import type { Account } from './account.ts'

/**
 * Asks for access tokens of one person alone: what they began must not go on as whoever signed in after them.
 * @returns a function that gives a good token; null when that person is not signed in.
 */
export function personToken({ auth }: Pick<Account, 'auth'>, userId: string): () => Promise<string | null> {
  return async () => {
    const { data } = await auth.getSession()
    return data.session?.user.id === userId ? data.session.access_token : null
  }
}
