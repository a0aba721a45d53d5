import { ANALYSTS, getIds, TRANSCRIBERS, type AnalystName } from '@callfolio/shared/engines.ts'
import type { MicrositeRow } from '../../db/schema.ts'
import type { Lane } from '../../jobs/lanes.ts'
import { NEEDS } from '../../jobs/needs.ts'
import type { Queue } from '../../jobs/queue.ts'
import { captionsKey, derivedFolder } from '../../storage/keys.ts'
import type { Storage } from '../../storage/storage.ts'
import type { MicrositesRepo } from '../records/microsites-repo.ts'

/** The queue's name for the work on a microsite. */
export const MICROSITE_JOB = 'microsite'

/** For a recap made after the first one: it takes so long that other recordings are processed in parallel. */
export const RECAP_JOB = 'recap'

/** For redactions. */
export const REDACTION_JOB = 'redaction'

/** For decoding the recording of a finished page, in the background. */
export const DAMAGE_JOB = 'damage'

/** The kind of a microsite's work; `next` is the analyst that makes its recap again. */
export function getJobKind(
  site: Pick<MicrositeRow, 'redacting'> & { engines: { next?: { analyst: AnalystName } } | null },
): string {
  if (site.redacting) return REDACTION_JOB
  const next = site.engines?.next?.analyst
  return next !== undefined && ANALYSTS[next].afterwards ? RECAP_JOB : MICROSITE_JOB
}

export interface EnqueueDeps {
  microsites: Pick<MicrositesRepo, 'findWorking'>
  storage: Pick<Storage, 'stat'>
  queue: Pick<Queue, 'enqueue'>
}

/** Queues a microsite's work; does nothing if there is none, or it is queued already. */
export async function enqueueWork({ microsites, storage, queue }: EnqueueDeps, id: string): Promise<void> {
  const site = await microsites.findWorking(id)
  if (!site) return
  const lane = await getLane(storage, site)
  await queue.enqueue({ id, kind: getJobKind(site), lane, owner: site.userId, needs: getNeeds(site, lane) })
}

/** The engine it needs, if one was requested or something has to be transcribed. */
function getNeeds(site: MicrositeRow, lane: Lane): string | null {
  if (site.redacting) return null
  if (site.engines?.next) return NEEDS.recap(site.engines.next.analyst)
  const source = site.transcriptRequest?.source
  const asked = getIds(TRANSCRIBERS).find((id) => id === source)
  if (asked !== undefined) return NEEDS.speech(asked)
  return lane === 'long' && source === undefined ? NEEDS.bestSpeech : null
}

/**
 * What is known before the recording is opened: with a text, nothing has to be transcribed. A recording that then needs
 * a conversion changes its lane (`LongWork`).
 */
async function getLane(storage: EnqueueDeps['storage'], site: MicrositeRow): Promise<Lane> {
  if (site.redacting) return site.redacting.videoKey === null ? 'short' : 'long'
  if (site.engines?.next) return 'short'
  if (site.transcriptRequest) return site.transcriptRequest.source === 'given' ? 'short' : 'long'
  if (site.sourceKey === null || site.sample || site.segments !== null) return 'short'
  return (await storage.stat(captionsKey(derivedFolder(site.userId, site.id)))) === null ? 'long' : 'short'
}
