import { DELETION_WAIT_DAYS } from '@callfolio/shared/contract/own-data.ts'
import type { AccountsArea } from '../accounts/area.ts'
import type { Clock } from '../kernel/clock.ts'
import { AppError } from '../kernel/errors.ts'

const DAY_MS = 24 * 60 * 60 * 1000

export interface AccountDeletionDeps {
  accounts: Pick<AccountsArea, 'requireOwner' | 'deletionDueAt' | 'requestDeletion' | 'cancelDeletion'>
  clock: Clock
}

/**
 * Schedules the account's deletion in seven days. A second request changes nothing.
 * @returns when.
 * @throws {AppError} forbidden, or too_many_requests, for a caller who doesn't prove that the account is theirs.
 */
export async function requestDeletion(
  { accounts, clock }: AccountDeletionDeps,
  request: Parameters<AccountsArea['requireOwner']>[0],
): Promise<Date> {
  await accounts.requireOwner(request)
  const { userId } = request
  const known = await accounts.deletionDueAt(userId)
  if (known !== null) return known
  const dueAt = new Date(clock().getTime() + DELETION_WAIT_DAYS * DAY_MS)
  await accounts.requestDeletion(userId, dueAt)
  return dueAt
}

/**
 * Cancels the deletion.
 * @throws {AppError} conflict when the deletion has begun.
 */
export async function keepAccount({ accounts, clock }: AccountDeletionDeps, userId: string): Promise<void> {
  const dueAt = await accounts.deletionDueAt(userId)
  if (dueAt === null) return
  if (dueAt <= clock()) throw new AppError('conflict', 'This account is already being deleted.')
  await accounts.cancelDeletion(userId)
}
