import { z } from 'zod'
import type { UserMetadata, UserRow } from '../db/schema.ts'
import type { Accounts } from './accounts.ts'
import { AuthError } from './auth-error.ts'
import { checkPasswordStrength } from './passwords.ts'
import { getUser } from './read-account.ts'
import type { LiveSession } from './sessions.ts'

const MAXIMUM_METADATA_BYTES = 8 * 1024

interface UserUpdate {
  password?: string | undefined
  email?: string | undefined
  data?: GivenMetadata | undefined
}

/**
 * Changes the fields of an account that its user may change. A new password ends the other sessions and earlier reset links.
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

/** The metadata that a client may set. A null removes the field. */
export const userMetadataSchema = z.looseObject({
  full_name: z.string().trim().max(200).nullish(),
  time_zone: z.string().max(64).nullish(),
})

export type GivenMetadata = z.infer<typeof userMetadataSchema>

/**
 * Merges the client's metadata into what is stored.
 * @throws {AuthError} validation_failed when the whole would exceed 8 KB.
 */
export function mergeMetadata(known: UserMetadata, given: GivenMetadata): UserMetadata {
  const merged = Object.fromEntries(
    Object.entries({ ...known, ...given }).filter(([, value]) => value !== null && value !== undefined),
  )
  if (Buffer.byteLength(JSON.stringify(merged)) > MAXIMUM_METADATA_BYTES) {
    throw new AuthError('validation_failed', `User metadata must not exceed ${MAXIMUM_METADATA_BYTES} bytes`)
  }
  return merged
}
