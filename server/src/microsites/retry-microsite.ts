import { limitReached } from './assert-room.ts'
import type { OwnedMicrosite } from './microsites-repo.ts'
import type { Clock } from '../kernel/clock.ts'
import { MICROSITE_JOB } from './job-kinds.ts'
import type { ProcessMeetingDeps } from './process-meeting.ts'

/** Runs a failed microsite again from its last finished stage; one that still runs is only made sure to be queued. */
export async function retryMicrosite({ microsites, queue, approve, clock }: Pick<ProcessMeetingDeps, 'microsites' | 'queue' | 'approve'> & { clock: Clock }, site: OwnedMicrosite): Promise<void> {
  if (site.status === 'active') return
  if (site.status === 'failed') {
    const approval = await approve(site.userId)
    const outcome = await microsites.retry(site, approval, clock())
    if (outcome === 'limit_reached') throw await limitReached(microsites, approval)
  }
  await queue.enqueue({ id: site.id, kind: MICROSITE_JOB })
}
