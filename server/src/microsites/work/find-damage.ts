import type { JobRun } from '../../jobs/handler.ts'
import type { Queue } from '../../jobs/queue.ts'
import { PermanentFailure } from '../../kernel/errors.ts'
import type { Media } from '../../media/media.ts'
import type { Storage } from '../../storage/storage.ts'
import { DAMAGE_JOB } from './job-kinds.ts'
import { revise, type ReviseDeps } from '../records/revise.ts'

export interface FindDamageDeps extends ReviseDeps {
  storage: Pick<Storage, 'withLocalFile'>
  queue: Pick<Queue, 'enqueue'>
  media: Pick<Media, 'damagedRanges'>
}

/** Decodes the recording of a finished microsite in the background. Does nothing without a recording. */
export async function enqueueDamageSearch({ microsites, queue }: FindDamageDeps, id: string): Promise<void> {
  const site = await microsites.findForProcessing(id)
  if (site?.status !== 'active' || site.videoUrl === null || site.sample) return
  // Without an owner, so that it takes no user's turn.
  await queue.enqueue({ id, kind: DAMAGE_JOB, lane: 'long' })
}

/** Decodes the recording of a microsite and records for its owner where picture or sound is damaged. */
export async function findDamage(deps: FindDamageDeps, { id, signal }: Pick<JobRun, 'id' | 'signal'>): Promise<void> {
  const site = await deps.microsites.findForProcessing(id)
  const videoKey = site?.videoUrl ?? null
  if (videoKey === null) return
  const ranges = await deps.storage
    .withLocalFile(videoKey, (path) => deps.media.damagedRanges(path, { signal }))
    .catch((error: unknown) => {
      // The page works as well without the result.
      if (error instanceof PermanentFailure) return []
      throw error
    })
  signal.throwIfAborted()
  if (ranges.length === 0) return
  const readSame = async () => {
    const now = await deps.microsites.findForProcessing(id)
    return now?.videoUrl === videoKey ? now : null
  }
  await revise(deps, readSame, ({ damage, durationMs }) => {
    const lengthMs = durationMs ?? 0
    return { damage: { ...(damage ?? { heldMs: lengthMs, statedMs: lengthMs }), ranges } }
  })
}
