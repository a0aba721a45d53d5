import { AppError } from '../kernel/errors.ts'
import { enqueueWork } from './job-kinds.ts'
import type { OwnedMicrosite } from './microsites-repo.ts'
import { requeueWorking } from './process-microsite.ts'
import { requestTranscript, type RequestTranscriptDeps } from './request-transcript.ts'

/** The engine that the speech model is for. */
const MODEL_ENGINE = 'sherpa'

export interface AwaitModelDeps extends RequestTranscriptDeps {
  /** True while the speech model is being fetched, by whichever process. */
  modelUnderWay: () => Promise<boolean>
}

/**
 * To be called when the fetch of the model has ended, and after a start: nobody waits for a model that is not on its way,
 * and drafts that were made meanwhile are transcribed again. Safe to repeat: what was set going is not found again.
 */
export async function settleModelWaits(deps: AwaitModelDeps): Promise<void> {
  if (await deps.modelUnderWay()) return
  // Without the model these become drafts, which are transcribed again once it has arrived.
  await deps.microsites.endModelWaits()
  await requeueWorking(deps)
  await transcribeDraftsAgain(deps)
}

/** Starts a recording that waits for the model with a draft. @throws AppError conflict when it does not wait. */
export async function startWithDraft(deps: AwaitModelDeps, site: OwnedMicrosite): Promise<void> {
  if (!(await deps.microsites.endModelWaits(site.id)))
    throw new AppError('conflict', 'This recording isn’t waiting for the speech model.')
  await enqueueWork(deps, site.id)
}

/** Has all drafts of a user transcribed again by the model. @returns how many there are. */
export async function requestBetterDrafts(deps: AwaitModelDeps, userId: string): Promise<number> {
  if (!(await deps.canTranscribe(MODEL_ENGINE))) throw new AppError('conflict', 'This server has no speech model yet.')
  const marked = await deps.microsites.markDrafts(userId)
  await transcribeDraftsAgain(deps)
  return marked
}

/** Transcribes again what was marked for it and is finished. @param only this one. */
export async function transcribeDraftsAgain(deps: AwaitModelDeps, only?: string): Promise<void> {
  const marked = await deps.microsites.listMarkedDrafts(only)
  if (marked.length === 0 || !(await deps.canTranscribe(MODEL_ENGINE))) return
  for (const { id, userId } of marked) {
    const site = await deps.microsites.findOwned(userId, id)
    if (site === null) continue
    if (!site.transcriptInfo?.draft || site.videoUrl === null) await deps.microsites.unmarkDraft(id)
    // Another job, or its owner, may be at work on it: the end of that work comes back here.
    else await requestTranscript(deps, site, { source: MODEL_ENGINE }, { automatic: true }).catch(ignoreConflict)
  }
}

function ignoreConflict(error: unknown): void {
  if (!(error instanceof AppError && error.code === 'conflict')) throw error
}
