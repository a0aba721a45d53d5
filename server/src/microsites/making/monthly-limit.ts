import { limitReachedMessage } from '@callfolio/shared/plans.ts'
import type { QuotaApproved } from '../../billing/approve-microsite.ts'
import { AppError } from '../../kernel/errors.ts'
import type { MicrositesRepo } from '../records/microsites-repo.ts'

export interface MonthlyLimitDeps {
  microsites: Pick<MicrositesRepo, 'countInMonth'>
  approve: (userId: string) => Promise<QuotaApproved>
}

/**
 * Checks the limit before an upload begins, so that users don't upload a gigabyte in vain. It reserves nothing: the
 * limit is enforced when the microsite is made.
 * @throws AppError microsite_limit_reached when the month's limit is reached.
 */
export async function assertMonthlyLimit({ microsites, approve }: MonthlyLimitDeps, userId: string): Promise<void> {
  const approval = await approve(userId)
  if (approval.limit !== null && (await microsites.countInMonth(approval)) >= approval.limit)
    throw await limitReached(microsites, approval)
}

/** The error for a month whose limit is reached; after a downgrade, usage may exceed the limit. */
export async function limitReached(
  microsites: MonthlyLimitDeps['microsites'],
  approval: QuotaApproved,
): Promise<AppError> {
  const used = await microsites.countInMonth(approval)
  return new AppError('microsite_limit_reached', limitReachedMessage(used, approval.limit ?? 0))
}
