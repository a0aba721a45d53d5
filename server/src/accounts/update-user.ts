import type { UserRow } from '../db/schema.ts'
import type { Accounts } from './accounts.ts'
import { AuthError } from './auth-error.ts'
import { getUser } from './get-user.ts'
import { checkPasswordStrength } from './passwords.ts'
import type { LiveSession } from './sessions.ts'
import { mergeMetadata, type GivenMetadata } from './user-metadata.ts'

interface UserUpdate {
  password?: string | undefined
  email?: string | undefined
  data?: GivenMetadata | undefined
}

/**
 * Changes what a user may change of the own account. A new password ends the other sessions and earlier reset links.
 * @throws {AuthError} weak_password, same_password, or validation_failed (metadata too large, another address).
 */
export async function updateUser(
  accounts: Accounts,
  session: Pick<LiveSession, 'id' | 'userId'>,
  { password, email, data }: UserUpdate,
): Promise<UserRow> {
  const user = await getUser(accounts, session.userId)
  if (email !== undefined && email !== user.email)
    throw new AuthError('validation_failed', 'The e-mail address of an account cannot be changed')
  const passwordHash = password === undefined ? undefined : await hashNewPassword(accounts, user, password)
  const changes = {
    ...(passwordHash !== undefined && { passwordHash }),
    ...(data !== undefined && { userMetadata: mergeMetadata(user.userMetadata, data) }),
  }
  const updated = await accounts.users.update(user.id, changes, accounts.clock())
  if (passwordHash !== undefined) {
    await accounts.sessions.close(session, 'others')
    await accounts.oneTimeTokens.removeAll(user.id, 'recovery')
  }
  return updated ?? user
}

async function hashNewPassword(
  { passwords }: Pick<Accounts, 'passwords'>,
  user: UserRow,
  password: string,
): Promise<string> {
  checkPasswordStrength(password)
  if (await passwords.matches(password, user.passwordHash)) {
    throw new AuthError('same_password', 'New password should be different from the old password.')
  }
  return passwords.hash(password)
}
