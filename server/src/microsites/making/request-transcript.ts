import { randomUUID } from 'node:crypto'
import type { TranscriptRequest } from '@callfolio/shared/contract/transcript.ts'
import type { SpeechEngine } from '@callfolio/shared/engines.ts'
import type { QuotaApproved } from '../../billing/approve-microsite.ts'
import type { Queue } from '../../jobs/queue.ts'
import type { Clock } from '../../kernel/clock.ts'
import { AppError } from '../../kernel/errors.ts'
import { derivedFolder, givenTranscriptKey } from '../../storage/keys.ts'
import type { Storage } from '../../storage/storage.ts'
import type { TaskRunner } from '../../tasks/task-runner.ts'
import { assertNothingRemoved } from '../removal/remove-part.ts'
import { readRequestTranscript, withoutSpans } from './read-request-transcript.ts'
import { getOwned } from '../records/get-owned.ts'
import type { OwnedMicrosite } from '../records/microsite.ts'
import type { MicrositesRepo } from '../records/microsites-repo.ts'
import type { Replacement } from '../records/replacement.ts'
import { enqueueWork } from '../work/job-kinds.ts'
import { retryFailed } from './retry-microsite.ts'

export interface RequestTranscriptDeps {
  microsites: MicrositesRepo
  storage: Storage
  queue: Queue
  clock: Clock
  approve: (userId: string) => Promise<QuotaApproved>
  tasks: Pick<TaskRunner, 'run'>
  /** Whether a speech engine can be used here. */
  canTranscribe: (engine: SpeechEngine) => Promise<boolean>
}

/**
 * Makes a finished microsite again from another transcript: one that its owner adds, or one that an engine transcribes
 * from the stored recording. The page stays unchanged until the new one is ready. A failed one is retried with it.
 * @throws AppError conflict when its source is gone, invalid_request when it can't be made, payload_too_large when a
 * text exceeds the limits of a transcript, conflict while the microsite is being worked on, microsite_limit_reached
 * when a failed one exceeds the month's limit.
 * @param options `automatic`: its owner did not ask for it just now.
 */
export async function requestTranscript(
  deps: RequestTranscriptDeps,
  site: OwnedMicrosite,
  request: TranscriptRequest,
  { automatic = false }: { automatic?: boolean } = {},
): Promise<void> {
  assertNothingRemoved(site, ['transcript'])
  const { storage } = deps
  const id = randomUUID()
  const givenKey = givenTranscriptKey(derivedFolder(site.userId, site.id), id)
  if (request.source === 'given') {
    if (request.text === undefined && request.base64 === undefined)
      throw new AppError('invalid_request', 'Enter a transcript.')
    const { text, lines } = await readRequestTranscript(deps, request)
    if (lines === 0) throw new AppError('invalid_request', 'We couldn’t read a transcript in this text.')
    await storage.write(givenKey, await withoutSpans(deps, text, site))
  } else {
    assertNothingRemoved(site, ['media'])
    if (site.videoUrl === null) throw new AppError('invalid_request', 'This microsite has no recording to transcribe.')
    if (request.source === 'speakers') assertVoices(site)
    else if (!(await deps.canTranscribe(request.source)))
      throw new AppError('invalid_request', 'This speech engine isn’t set up on this server.')
  }
  try {
    const transcript = {
      id,
      source: request.source,
      after: madeBy(site),
      count: request.source === 'speakers' ? request.count : null,
      ...(automatic && { automatic: true as const }),
    }
    await start(deps, site, {
      transcript,
      language: 'language' in request ? request.language : undefined,
      recapLanguage: request.source === 'speakers' ? undefined : request.recap_language,
    })
  } catch (error) {
    await storage.remove(givenKey)
    throw error
  }
  await enqueueWork(deps, site.id)
}

function assertVoices({ transcriptInfo: info }: OwnedMicrosite): void {
  if (info?.speakers?.from !== 'voices')
    throw new AppError('invalid_request', 'This transcript’s speakers weren’t detected by voice.')
}

/** The request behind the present transcript. A failed request left the earlier transcript in place. */
function madeBy({ transcriptRequest: last, status, errorMessage }: OwnedMicrosite): string | null {
  if (last === null) return null
  return status === 'active' && errorMessage !== null ? (last.after ?? null) : last.id
}

async function start(deps: RequestTranscriptDeps, site: OwnedMicrosite, replacement: Replacement): Promise<void> {
  const started =
    site.status === 'failed'
      ? await retryWith(deps, site, replacement)
      : await deps.microsites.requestTranscript(site, replacement, deps.clock())
  if (!started) throw new AppError('conflict', 'This microsite is still being processed. Try again when it’s ready.')
}

/** @returns false when it was started without this transcript in the meantime. */
async function retryWith(
  deps: RequestTranscriptDeps,
  site: OwnedMicrosite,
  replacement: Replacement,
): Promise<boolean> {
  await retryFailed(deps, site, replacement)
  return (await getOwned(deps.microsites, site.userId, site.id)).transcriptRequest?.id === replacement.transcript.id
}
