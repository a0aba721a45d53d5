import { randomUUID } from 'node:crypto'
import type { SpeechEngine, TranscriptRequest } from '@callfolio/shared/contract/transcript.ts'
import type { Queue } from '../jobs/queue.ts'
import type { Clock } from '../kernel/clock.ts'
import { AppError } from '../kernel/errors.ts'
import { derivedFolder, givenTranscriptKey } from '../storage/keys.ts'
import type { Storage } from '../storage/storage.ts'
import { readTranscript } from '../transcription/read-transcript.ts'
import type { MicrositesRepo, OwnedMicrosite } from './microsites-repo.ts'
import { MICROSITE_JOB } from './process-meeting.ts'

export interface RequestTranscriptDeps {
  microsites: MicrositesRepo
  storage: Storage
  queue: Queue
  clock: Clock
  /** Whether a speech engine can be used here. */
  canTranscribe: (engine: SpeechEngine) => Promise<boolean>
}

/**
 * Has a finished microsite made anew from another transcript: one that its owner adds, or what an engine hears in the
 * kept recording. The page stays as it is until the new one is there.
 * @throws AppError invalid_request when it can't be made, conflict when the microsite is not finished.
 */
export async function requestTranscript(deps: RequestTranscriptDeps, site: OwnedMicrosite, request: TranscriptRequest): Promise<void> {
  const { microsites, storage, queue, clock } = deps
  const id = randomUUID()
  const givenKey = givenTranscriptKey(derivedFolder(site.userId, site.id), id)
  if (request.source === 'given') {
    const { segments } = readTranscript(request.text, site.durationMs)
    if (segments.length === 0) throw new AppError('invalid_request', 'Nothing in this text can be read as a transcript.')
    await storage.write(givenKey, request.text)
  } else {
    if (site.videoUrl === null) throw new AppError('invalid_request', 'This microsite has no recording to listen to.')
    if (!(await deps.canTranscribe(request.source))) throw new AppError('invalid_request', 'This speech engine is not set up on this server.')
  }
  if (await microsites.requestTranscript(site, { id, source: request.source }, clock())) {
    await queue.enqueue({ id: site.id, kind: MICROSITE_JOB })
    return
  }
  await storage.remove(givenKey)
  throw new AppError('conflict', 'This microsite is still being worked on. Please try again when it is ready.')
}
