import { AppError } from '../../kernel/errors.ts'
import type { Clock } from '../../kernel/clock.ts'
import { limitReached } from './monthly-limit.ts'
import { WHERE_IT_IS } from './begin-meeting.ts'
import { assertNothingRemoved } from '../removal/remove-part.ts'
import type { OwnedMicrosite } from '../records/microsite.ts'
import type { Replacement } from '../records/replacement.ts'
import { enqueueWork } from '../work/job-kinds.ts'
import type { ProcessMeetingDeps } from './process-meeting.ts'

type RetryDeps = Pick<ProcessMeetingDeps, 'microsites' | 'approve'> & { clock: Clock }

/**
 * Runs a failed microsite again from its last finished stage; for one that is still running, only ensures that it is
 * queued.
 * @throws AppError as `retryFailed`.
 */
export async function retryMicrosite(
  deps: RetryDeps & Pick<ProcessMeetingDeps, 'queue' | 'storage'>,
  site: OwnedMicrosite,
): Promise<void> {
  if (site.status === 'active') return
  if (site.status === 'failed') await retryFailed(deps, site)
  await enqueueWork(deps, site.id)
}

/**
 * Counts a failed microsite again and starts it, with another transcript if one is given.
 * @throws AppError microsite_limit_reached when it exceeds the month's limit, conflict for a sample call when there is
 * another and for one whose recording never arrived.
 */
export async function retryFailed(
  { microsites, approve, clock }: RetryDeps,
  site: OwnedMicrosite,
  replacement: Replacement | null = null,
): Promise<void> {
  if (site.awaiting) throw new AppError('conflict', `The recording hasn’t been uploaded. ${WHERE_IT_IS}`)
  assertNothingRemoved(site, replacement?.transcript.source === 'given' ? ['transcript'] : ['media', 'transcript'])
  const approval = await approve(site.userId)
  const outcome = await microsites.retry(site, approval, clock(), replacement)
  if (outcome === 'limit_reached') throw await limitReached(microsites, approval)
  if (outcome === 'duplicate') throw new AppError('conflict', 'You already have a sample call.')
}
