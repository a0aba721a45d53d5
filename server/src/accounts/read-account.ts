import type { UserRow } from '../db/schema.ts'
import { AppError } from '../kernel/errors.ts'
import type { Accounts } from './accounts.ts'
import { AuthError } from './protocol/auth-error.ts'

/** A user as other features see it. */
interface Account {
  id: string
  /** Null: not set. */
  email: string | null
  /** Null: not set. */
  fullName: string | null
  /** IANA name; UTC when the browser sent none or an unknown one. */
  timeZone: string
}

/** @throws {AppError} not_found when there is no such account. */
export async function readAccount({ users }: Pick<Accounts, 'users'>, userId: string): Promise<Account> {
  const user = await users.byId(userId)
  if (!user) throw new AppError('not_found', 'This account no longer exists.')
  return {
    id: user.id,
    email: user.email,
    fullName: user.userMetadata.full_name?.trim() || null,
    timeZone: knownTimeZone(user.userMetadata.time_zone),
  }
}

function knownTimeZone(name = 'UTC'): string {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone
  } catch {
    return 'UTC'
  }
}

/** The account of a signed-in caller. @throws {AuthError} session_not_found when it was deleted in the meantime. */
export async function getUser({ users }: Pick<Accounts, 'users'>, userId: string): Promise<UserRow> {
  const user = await users.byId(userId)
  if (!user) throw new AuthError('session_not_found', 'This account no longer exists')
  return user
}
