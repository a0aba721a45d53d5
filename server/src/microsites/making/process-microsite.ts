import { randomUUID } from 'node:crypto'
import type { AnalystName } from '@callfolio/shared/engines.ts'
import { unreadableMessage, type FailureCode } from '@callfolio/shared/failures.ts'
import type { Plan } from '@callfolio/shared/plans.ts'
import { LongWork, type JobRun } from '../../jobs/handler.ts'
import type { Lane } from '../../jobs/lanes.ts'
import { PermanentFailure, TransientFailure } from '../../kernel/errors.ts'
import type { MicrositeRow } from '../../db/schema.ts'
import type { MicrositesRepo } from '../records/microsites-repo.ts'
import type { Pipeline } from '../../pipeline/pipeline.ts'
import type { Recording, WantedAnalysis, WantedTranscript } from '../../pipeline/recording.ts'
import { captionsKey, derivedFolder, givenTranscriptKey } from '../../storage/keys.ts'
import { readText } from '../../storage/read-stored.ts'
import type { Storage } from '../../storage/storage.ts'
import { adoptTracks } from '../records/audio-tracks.ts'
import { micrositeSink } from './microsite-sink.ts'
import { enqueueWork, getJobKind, MICROSITE_JOB, type EnqueueDeps } from '../work/job-kinds.ts'
import { removeFolder } from '../removal/remove-folder.ts'
import type { ReviseDeps } from '../records/revise.ts'
import { knownTitle, saidNames } from './said-names.ts'
import { SPEED, type SpeedsRepo } from '../work/speeds-repo.ts'

export interface ProcessMicrositeDeps extends ReviseDeps {
  storage: Storage
  plan: (userId: string) => Promise<Plan>
  /** A user's display name; null: none was given. */
  fullName: (userId: string) => Promise<string | null>
  /** IANA name. */
  timeZone: (userId: string) => Promise<string>
  removeUpload: (key: string) => Promise<void>
  /** The original name of a user's uploaded file; null: unknown. */
  uploadName: (userId: string, key: string) => Promise<string | null>
  pipeline: Pipeline
  speeds: Pick<SpeedsRepo, 'record'>
  /** Called when a page is first ready. */
  onMade?: (id: string) => Promise<void>
  /** The analyst that makes the recap again once a first one is shown; null: none. */
  afterwards: () => Promise<AnalystName | null>
}

/**
 * The worker's part: runs the pipeline for a microsite; does nothing for one that was deleted or has ended.
 * @param kind of the job; work that has changed to another kind is left for a job of that kind.
 */
export async function processMicrosite(
  deps: ProcessMicrositeDeps,
  { id, signal, lane, advance }: Pick<JobRun, 'id' | 'signal'> & Partial<JobRun>,
  kind: string = MICROSITE_JOB,
): Promise<void> {
  const site = await deps.microsites.findWorking(id)
  if (!site || getJobKind(site) !== kind) return
  const folder = derivedFolder(site.userId, site.id)
  const startedAt = deps.clock().getTime()
  try {
    await deps.pipeline.process(
      await toRecording(deps, site, folder),
      micrositeSink(deps, site, site.sample ? null : await nextAnalysis(deps)),
      {
        signal,
        reached: site.progress,
        ...(advance && { onStage: advance }),
        onLongWork: () => {
          if (lane === 'short') throw new LongWork()
        },
      },
    )
    if (!site.replacing) await deps.onMade?.(id)
    // A run that resumed an earlier one measured only a part.
    if (lane && site.progress === 0) await recordSpeed(deps, id, lane, (deps.clock().getTime() - startedAt) / 1000)
  } catch (error) {
    if (signal.aborted) throw error
    if (!(error instanceof TransientFailure)) throw await naming(error, deps, site)
    // The analyst is out of retries; the page is unchanged, and its owner can ask again.
    if (site.engines?.next) throw new PermanentFailure(error.code, error.message, { cause: error })
    if (error.retryAfterMs !== undefined)
      await deps.microsites.updateWorking(id, {
        stepDetail: `Waiting for the AI server, retrying in ${Math.ceil(error.retryAfterMs / 1000)} s`,
      })
    throw error
  } finally {
    // The owner deleted it in the meantime: nothing written since may stay.
    if (!(await deps.microsites.findForProcessing(id))) await removeFolder(deps.storage, folder)
  }
}

const UNREADABLE = new Set<FailureCode>(['unreadable_video', 'incomplete_file'])

/** For several uploaded files, the error names the unreadable one. */
async function naming(
  error: unknown,
  { uploadName }: ProcessMicrositeDeps,
  { userId, sourceKey }: MicrositeRow,
): Promise<unknown> {
  if (!(error instanceof PermanentFailure) || !UNREADABLE.has(error.code) || sourceKey === null) return error
  const name = await uploadName(userId, sourceKey)
  return name === null ? error : new PermanentFailure(error.code, unreadableMessage(name), { cause: error })
}

/** @returns how many stages of its work are stored, as `processMicrosite` counts them for `advance`. */
export async function finishedStages(deps: ProcessMicrositeDeps, id: string): Promise<number> {
  const site = await deps.microsites.findWorking(id)
  return site ? deps.pipeline.finished(await toRecording(deps, site, derivedFolder(site.userId, site.id))) : 0
}

/**
 * Queues unfinished work that has no job: a process may have ended, or the database have been unavailable, between
 * writing the row and its job.
 */
export async function requeueWorking(
  deps: EnqueueDeps & { microsites: Pick<MicrositesRepo, 'listWithoutJob'> },
): Promise<void> {
  for (const id of await deps.microsites.listWithoutJob()) await enqueueWork(deps, id)
}

async function recordSpeed(
  { microsites, speeds }: ProcessMicrositeDeps,
  id: string,
  lane: Lane,
  seconds: number,
): Promise<void> {
  const { durationMs } = (await microsites.findForProcessing(id)) ?? { durationMs: null }
  await speeds.record(SPEED.job(lane), 1, seconds)
  if (lane === 'long' && durationMs !== null) await speeds.record(SPEED.sound, durationMs / 1000, seconds)
}

async function nextAnalysis({ afterwards }: ProcessMicrositeDeps) {
  const analyst = await afterwards()
  return analyst && { id: randomUUID(), analyst }
}

async function toRecording(deps: ProcessMicrositeDeps, site: MicrositeRow, folder: string): Promise<Recording> {
  const { storage } = deps
  const { limits } = await deps.plan(site.userId)
  const captions = await readText(storage, captionsKey(folder))
  return {
    id: site.id,
    folder,
    sourceKey: site.sourceKey,
    keptKey: site.videoUrl,
    captions,
    tracks: await adoptTracks(deps, folder),
    ownName: await deps.fullName(site.userId),
    wanted: await wantedTranscript(storage, folder, site),
    rerun: wantedAnalysis(site),
    date: site.callDate,
    title: knownTitle(site),
    // Captions need no recognizer.
    names: captions === null ? await saidNames(deps, site) : [],
    participants: site.participants ?? [],
    description: site.description,
    language: site.language,
    recapLanguage: site.recapLanguage,
    redacted: site.redacted ?? [],
    maxVideoSeconds: site.sample ? null : limits.videoSeconds,
    isSample: site.sample,
  }
}

/** Only the recap, from the transcript with its owner's corrections. */
function wantedAnalysis({ engines, segments, transcriptInfo: info }: MicrositeRow): WantedAnalysis | null {
  return engines?.next && segments && info ? { ...engines.next, transcript: { segments, info } } : null
}

async function wantedTranscript(
  storage: Storage,
  folder: string,
  { transcriptRequest: request }: MicrositeRow,
): Promise<WantedTranscript | null> {
  if (request === null) return null
  const { id, source, after = null, count = null } = request
  if (source === 'speakers') return { id, source, of: after, count }
  return source === 'given'
    ? { id, source, text: (await readText(storage, givenTranscriptKey(folder, id))) ?? '' }
    : { id, source }
}
