import { bearerToken, type Authenticate } from '../../http/require-user.ts'
import { AppError } from '../../kernel/errors.ts'

/**
 * The signed-in user's ID, for content that anyone may read, also with an old token.
 * @param header the Authorization header.
 */
export async function getCaller(header: string | undefined, authenticate: Authenticate): Promise<string | null> {
  const token = bearerToken(header)
  if (token === null) return null
  try {
    return (await authenticate(token)).userId
  } catch (error) {
    if (error instanceof AppError) return null
    throw error
  }
}
