import { randomUUID } from 'node:crypto'
import type { AnalystName } from '@callfolio/shared/engines.ts'
import type { Clock } from '../../kernel/clock.ts'
import { AppError } from '../../kernel/errors.ts'
import type { OwnedMicrosite } from '../records/microsite.ts'
import type { MicrositesRepo } from '../records/microsites-repo.ts'
import { assertNothingRemoved } from '../removal/remove-part.ts'
import { enqueueWork, type EnqueueDeps } from '../work/job-kinds.ts'

export interface RequestAnalysisDeps extends EnqueueDeps {
  microsites: Pick<MicrositesRepo, 'requestAnalysis' | 'findWorking'>
  clock: Clock
  /** Whether an analyst can be used here. */
  canAnalyse: (analyst: AnalystName) => Promise<boolean>
}

/**
 * Has an analyst make a finished microsite's recap again. Until then the page stays available and unchanged; the
 * owner's texts are kept permanently, and a failure changes nothing but adds a notice. It counts toward no limit.
 * @throws AppError invalid_request when it can't be made, conflict while the microsite is being worked on or has
 * failed.
 */
export async function requestAnalysis(
  deps: RequestAnalysisDeps,
  site: OwnedMicrosite,
  analyst: AnalystName,
): Promise<void> {
  const { microsites, clock, canAnalyse } = deps
  assertNothingRemoved(site, ['transcript'])
  if (!(await canAnalyse(analyst)))
    throw new AppError('invalid_request', 'This recap engine isn’t set up on this server.')
  if (site.status === 'active' && (!site.segments?.length || site.transcriptInfo === null))
    throw new AppError('invalid_request', 'This microsite has no transcript to write a recap from.')
  const next = { id: randomUUID(), analyst }
  const started = await microsites.requestAnalysis(site, next, clock())
  if (!started) throw notFinished()
  await enqueueWork(deps, site.id)
}

/** Why nothing can be made again for a microsite that is being made or has failed. */
export function notFinished(): AppError {
  return new AppError('conflict', 'This microsite is still being processed or has failed. Try again when it’s ready.')
}
