import type { UserRow } from '../db/schema.ts'
import type { Accounts } from './accounts.ts'
import { AuthError } from './auth-error.ts'

/** The account of a signed-in caller. @throws {AuthError} session_not_found when it was deleted meanwhile. */
export async function getUser({ users }: Pick<Accounts, 'users'>, userId: string): Promise<UserRow> {
  const user = await users.byId(userId)
  if (!user) throw new AuthError('session_not_found', 'The account does not exist any more')
  return user
}
