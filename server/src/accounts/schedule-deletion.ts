import type { Accounts } from './accounts.ts'
import { refuse } from './proof-of-person.ts'
import { withNotice } from './rate-limits.ts'
import { getUser } from './read-account.ts'

/**
 * Schedules or cancels (null) an account's deletion at its owner's request, and notifies the owner by email.
 * @throws {AppError} too_many_requests when the notice could not be sent.
 */
export async function scheduleDeletion(accounts: Accounts, userId: string, at: Date | null): Promise<void> {
  const kind = at === null ? 'account.deletion_cancelled' : 'account.deletion_requested'
  const schedule = () => accounts.users.scheduleDeletion(userId, at, accounts.clock())
  const user = await getUser(accounts, userId).catch(refuse)
  await withNotice(accounts, kind, user, schedule).catch(refuse)
}
