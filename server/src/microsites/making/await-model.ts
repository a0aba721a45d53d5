import { AppError } from '../../kernel/errors.ts'
import { enqueueWork } from '../work/job-kinds.ts'
import type { OwnedMicrosite } from '../records/microsite.ts'
import { requeueWorking } from './process-microsite.ts'
import { requestTranscript, type RequestTranscriptDeps } from './request-transcript.ts'

/** The engine that uses the speech model. */
const MODEL_ENGINE = 'sherpa'

export interface AwaitModelDeps extends RequestTranscriptDeps {
  /** True while any process is downloading the speech model. */
  modelUnderWay: () => Promise<boolean>
}

/**
 * Call this when the download of the model has ended, and at startup: recordings stop waiting for a model that isn't
 * being downloaded, and drafts made during the download are transcribed again. Safe to repeat: work that was started is
 * not found again.
 */
export async function settleModelWaits(deps: AwaitModelDeps): Promise<void> {
  if (await deps.modelUnderWay()) return
  // Without the model these become drafts, which are transcribed again once it has arrived.
  await deps.microsites.endModelWaits()
  await requeueWorking(deps)
  await transcribeDraftsAgain(deps)
}

/** Processes a recording that waits for the model as a draft. @throws AppError conflict when it does not wait. */
export async function startWithDraft(deps: AwaitModelDeps, site: OwnedMicrosite): Promise<void> {
  if (!(await deps.microsites.endModelWaits(site.id)))
    throw new AppError('conflict', 'This recording isn’t waiting for the speech model.')
  await enqueueWork(deps, site.id)
}

/** Transcribes all drafts of a user again with the model. @returns how many there are. */
export async function requestBetterDrafts(deps: AwaitModelDeps, userId: string): Promise<number> {
  if (!(await deps.canTranscribe(MODEL_ENGINE))) throw new AppError('conflict', 'This server has no speech model yet.')
  const marked = await deps.microsites.markDrafts(userId)
  await transcribeDraftsAgain(deps)
  return marked
}

/** Transcribes finished microsites that are marked for it again. @param only this one. */
export async function transcribeDraftsAgain(deps: AwaitModelDeps, only?: string): Promise<void> {
  const marked = await deps.microsites.listMarkedDrafts(only)
  if (marked.length === 0 || !(await deps.canTranscribe(MODEL_ENGINE))) return
  for (const { id, userId } of marked) {
    const site = await deps.microsites.findOwned(userId, id)
    if (site === null) continue
    if (!site.transcriptInfo?.draft || site.videoUrl === null) await deps.microsites.unmarkDraft(id)
    // Another job or the owner may be changing it; the end of that work calls this again.
    else await requestTranscript(deps, site, { source: MODEL_ENGINE }, { automatic: true }).catch(ignoreConflict)
  }
}

function ignoreConflict(error: unknown): void {
  if (!(error instanceof AppError && error.code === 'conflict')) throw error
}
