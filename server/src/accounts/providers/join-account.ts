import { randomUUID } from 'node:crypto'
import type { UserRow } from '../../db/schema.ts'
import type { Accounts } from '../accounts.ts'
import { AuthError } from '../protocol/auth-error.ts'
import { mergeMetadata } from '../protocol/user-metadata.ts'
import { proofBySignIn } from '../proof-of-person.ts'
import { withNotice } from '../rate-limits.ts'
import type { Profile } from './provider.ts'

type LinkDeps = Pick<Accounts, 'users' | 'identities' | 'limiter' | 'clock'>
type JoinDeps = LinkDeps & Pick<Accounts, 'signup'>

/**
 * The account for a provider sign-in, and when that proved the user (null: its identity was just added): the account
 * linked to the identity, else the one with the address if both sides verified it, else a new one.
 * @throws {AuthError} provider_email_needs_verification, email_exists (an account with the address never verified it),
 *   signup_disabled, identity_already_exists (concurrently).
 */
export async function getAccount(
  accounts: JoinDeps,
  provider: string,
  profile: Profile,
): Promise<{ user: UserRow; provedAt: Date | null }> {
  const now = accounts.clock()
  const known = await accounts.identities.find(provider, profile.subject)
  const user = known && (await accounts.users.byId(known.userId))
  if (known && user) {
    await accounts.identities.recordSignIn(known.id, profile.data, now)
    return { user, provedAt: proofBySignIn(accounts, user, known.createdAt) }
  }
  const { email } = profile
  if (email === null || !profile.emailVerified)
    throw new AuthError(
      'provider_email_needs_verification',
      'The provider hasn’t verified your email address. Verify it there, then try again.',
    )
  const joined = await joinByAddress(accounts, email, profile, now)
  await link(accounts, joined, provider, profile, now)
  return { user: joined, provedAt: proofBySignIn(accounts, joined, now) }
}

async function joinByAddress(accounts: JoinDeps, email: string, profile: Profile, now: Date): Promise<UserRow> {
  const user = await accounts.users.byEmail(email)
  if (user && user.verifiedAt !== null) return user
  if (user)
    throw new AuthError(
      'email_exists',
      'This email address already has an account. Sign in to it, then link this provider in Settings.',
    )
  if (accounts.signup === 'closed')
    throw new AuthError('signup_disabled', 'This server doesn’t accept new accounts. Ask your admin.')
  const made = await accounts.users.insert(
    {
      id: randomUUID(),
      email,
      passwordHash: null,
      userMetadata: mergeMetadata({}, { full_name: profile.name?.slice(0, 200) }),
      confirmedAt: now,
      verifiedAt: now,
      createdAt: now,
    },
    null,
  )
  if (!made) throw new AuthError('email_exists', 'This email address was just registered. Try again.')
  return made
}

/**
 * Links an identity to an account, which turns a guest into a user.
 * @throws {AuthError} identity_already_exists, or when a limit is exceeded.
 */
export async function link(
  accounts: LinkDeps,
  user: Pick<UserRow, 'id' | 'email' | 'isAnonymous'>,
  provider: string,
  { subject, data }: Profile,
  now = accounts.clock(),
): Promise<void> {
  const identity = { id: randomUUID(), userId: user.id, provider, subject, data, lastSignInAt: now, createdAt: now }
  await withNotice(accounts, 'account.identity_linked', user, async () => {
    if (!(await accounts.identities.insert(identity)))
      throw new AuthError(
        'identity_already_exists',
        'This account is already linked to another user. Choose a different one.',
      )
    if (user.isAnonymous) await accounts.users.update(user.id, { isAnonymous: false, confirmedAt: now }, now)
  })
}

/**
 * Unlinks an identity from an account that has others; unlinking the email identity also removes the password.
 * @throws {AuthError} identity_not_found, single_identity_not_deletable, or when a limit is exceeded.
 */
export async function unlink(
  accounts: LinkDeps,
  user: UserRow,
  described: { identity_id: string; provider: string }[],
  identityId: string,
): Promise<void> {
  const identity = described.find(({ identity_id }) => identity_id === identityId)
  if (!identity) throw new AuthError('identity_not_found', "Identity doesn't exist")
  if (described.length < 2)
    throw new AuthError('single_identity_not_deletable', 'User must have at least 1 identity after unlinking')
  const now = accounts.clock()
  const { provider } = identity
  await withNotice(accounts, 'account.identity_unlinked', user, async () => {
    if (provider !== 'email' && provider !== 'phone')
      return accounts.identities.remove({ id: identityId, userId: user.id, provider }, now)
    const own = provider === 'email' ? { passwordHash: null } : { phone: null, phoneVerifiedAt: null }
    await accounts.users.update(user.id, own, now)
    return accounts.users.record({ kind: 'account.identity_unlinked', userId: user.id, what: provider }, now)
  })
}
