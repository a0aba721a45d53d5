import type { AccountsArea } from '../accounts/area.ts'
import type { BillingArea } from '../billing/area.ts'
import type { Database } from '../db/database.ts'
import type { RecordedEvent } from '../db/events.ts'
import type { HttpParts } from '../http/http-parts.ts'
import type { JobHandler, JobRun } from '../jobs/handler.ts'
import type { Slots } from '../jobs/lanes.ts'
import type { Queue } from '../jobs/queue.ts'
import type { Clock } from '../kernel/clock.ts'
import type { Mailer } from '../mail/mailer.ts'
import type { Storage } from '../storage/storage.ts'
import type { TaskRunner } from '../tasks/task-runner.ts'
import { assertRoom } from './assert-room.ts'
import { requestBetterDrafts, settleModelWaits, transcribeDraftsAgain, type AwaitModelDeps } from './await-model.ts'
import { emailBetterTranscript } from './better-transcript-email.ts'
import { discardBegun, sweepBegun } from './begin-meeting.ts'
import { deleteMicrosite, finishDeletions, type DeleteDeps } from './delete-microsite.ts'
import { createDeletionsRepo } from './deletions-repo.ts'
import { removePart } from './remove-part.ts'
import { endInFailure } from './end-in-failure.ts'
import { getOwned } from './get-owned.ts'
import { indexSearch } from './index-search.ts'
import { applyRedaction, type ApplyRedactionDeps } from './apply-redaction.ts'
import { enqueueDamageSearch, findDamage, type FindDamageDeps } from './find-damage.ts'
import { DAMAGE_JOB, enqueueWork, MICROSITE_JOB, RECAP_JOB, REDACTION_JOB } from './job-kinds.ts'
import { resumeRedaction } from './request-redaction.ts'
import { createMicrositesRepo, type OwnedMicrosite } from './microsites-repo.ts'
import { finishedStages, processMicrosite, requeueWorking, type ProcessMicrositeDeps } from './process-microsite.ts'
import { createOwnerNamesRepo } from './owner-names-repo.ts'
import { processingRoutes } from './processing-routes.ts'
import type { RequestAnalysisDeps } from './request-analysis.ts'
import type { RequestTranscriptDeps } from './request-transcript.ts'
import { restoreMicrosite, type Restored } from './restore-microsite.ts'
import { retryMicrosite } from './retry-microsite.ts'
import { micrositeRoutes } from './routes.ts'
import { toMicrosite } from './to-wire.ts'
import { sweepDerived } from './sweep-derived.ts'
import { likelyNames } from './said-names.ts'
import { readWorkFacts } from './work-facts.ts'
import { createSearchRepo } from './search-repo.ts'
import { createSpeedsRepo, SPEED } from './speeds-repo.ts'
import { monthlyUsage } from './usage.ts'

interface MicrositesOptions {
  db: Database
  storage: Storage
  queue: Queue
  clock: Clock
  tasks: Pick<TaskRunner, 'run'>
  /** How many jobs run at once. */
  slots: Slots
  accounts: Pick<AccountsArea, 'timeZone' | 'fullName' | 'emailOf'>
  mailer: Mailer
  publicUrl: () => string
  modelFetch: { underWay: AwaitModelDeps['modelUnderWay'] }
  billing: Pick<BillingArea, 'plan' | 'approve'>
  uploads: {
    complete: Parameters<typeof processingRoutes>[0]['completeUpload']
    remove: ProcessMicrositeDeps['removeUpload']
    nameOf: ProcessMicrositeDeps['uploadName']
    register: ApplyRedactionDeps['registerUpload']
  }
  pipeline: ProcessMicrositeDeps['pipeline']
  /** Where recordings are worked on. */
  tempDir: string
  engines: Pick<RequestTranscriptDeps, 'canTranscribe'> &
    Pick<RequestAnalysisDeps, 'canAnalyse'> &
    Pick<ProcessMicrositeDeps, 'afterwards'> &
    Pick<ApplyRedactionDeps & FindDamageDeps, 'media'>
  /** Removes what work on a recording left behind below a folder. @param id of the microsite; null: whatever lies there. */
  removeLeftovers: (folder: string, id?: string | null) => Promise<void>
  removeMailsAbout: DeleteDeps['removeMailsAbout']
  eraseSoon: () => void
  http: Pick<HttpParts, 'authenticate' | 'origin' | 'limiter'>
}

/** The microsites: their owners' access to them, and the work that makes them. */
export function createMicrositesArea({
  db,
  accounts: { timeZone, fullName, emailOf },
  mailer,
  publicUrl,
  modelFetch,
  billing: { plan, approve },
  uploads,
  pipeline,
  tempDir,
  engines: { canTranscribe, canAnalyse, afterwards, media },
  http,
  ...given
}: MicrositesOptions) {
  const microsites = createMicrositesRepo(db)
  const search = createSearchRepo(db)
  const speeds = createSpeedsRepo(db)
  const deletions = createDeletionsRepo(db)
  const ownerNames = createOwnerNamesRepo(db)
  const deps = {
    ...given,
    microsites,
    deletions,
    ownerNames,
    speeds,
    plan,
    approve,
    timeZone,
    fullName,
    removeUpload: uploads.remove,
    uploadName: uploads.nameOf,
    ...http,
  }
  const searching = { ...deps, media }
  const work = { ...deps, pipeline, afterwards, onMade: (id: string) => enqueueDamageSearch(searching, id) }
  const again = { ...deps, canTranscribe, modelUnderWay: modelFetch.underWay }
  const redacting = { ...deps, media, tempDir, registerUpload: uploads.register }
  const readOwned = (userId: string, id: string) => getOwned(microsites, userId, id)
  const discard = (userId: string, id: string) => discardBegun(deps, userId, id)
  const handlerOf = (kind: string): JobHandler => ({
    run: (job) => processMicrosite(work, job, kind),
    reached: (id) => finishedStages(work, id),
    onFailed: (id, failure) => endInFailure(deps, id, failure),
    // What was asked for just before the queue knew of the end was not begun.
    onEnded: async (id) => {
      await enqueueWork(deps, id)
      // A draft that the model has overtaken.
      await transcribeDraftsAgain(again, id)
    },
  })
  return {
    readOwned,
    /** Seconds until one is ready that is worked on; null where that is not known. */
    secondsLeft: async (site: Pick<OwnedMicrosite, 'id' | 'status'>) =>
      (await readWorkFacts(deps, [site])).get(site.id)?.seconds_left ?? null,
    assertRoom: (userId: string) => assertRoom(deps, userId),
    likelyNames: (userId: string, title: string | null) => likelyNames(deps, userId, title),
    usage: (userId: string) => monthlyUsage(deps, userId),
    findMedia: (userId: string, key: string) => microsites.findMedia(userId, key),
    listIds: (userId: string) => microsites.listIds(userId),
    remove: async (userId: string, id: string) => deleteMicrosite(deps, await readOwned(userId, id)),
    /** Works again on one that failed. @returns false when it did not, or a recap that was asked for is all that failed. */
    retry: async (userId: string, id: string) => {
      const site = await readOwned(userId, id)
      if (site.status !== 'failed') return resumeRedaction(deps, site)
      await retryMicrosite(deps, site)
      return true
    },
    /** The kinds of its jobs. */
    kinds: [MICROSITE_JOB, RECAP_JOB, REDACTION_JOB] as readonly string[],
    /** Removes the recording, or the transcript, of a microsite whose page stays. @returns false while it is being worked on. */
    removePart: async (userId: string, id: string, part: 'media' | 'transcript') =>
      removePart(deps, await readOwned(userId, id), part),
    /** For its owner's copy of everything. */
    export: async (userId: string, id: string, session: string) => {
      const site = await readOwned(userId, id)
      return {
        // Without its poster's link, which is signed for an hour: the picture itself is a file of the copy.
        site: await toMicrosite(deps, { storage: deps.storage, origin: '', session }, { ...site, posterKey: null }),
        sourceKey: site.sourceKey,
        withheld: site.redacting !== null,
      }
    },
    /** Makes a finished microsite of a download. @returns false when it is there already. */
    restore: (userId: string, restored: Restored) => restoreMicrosite({ ...deps, discard }, userId, restored),
    listReceipts: (userId: string) => deletions.listOf(userId),
    /** Removes the receipts of a user's deletions. */
    removeReceipts: (userId: string) => deletions.removeOf(userId),
    /** Finishes what killed processes left of deletions. For a start, and hourly. */
    finishDeletions: () => finishDeletions(deps),
    /** The work on recordings, by the kinds of its jobs: one of a kind does not wait for one of another. */
    handlers: {
      [MICROSITE_JOB]: handlerOf(MICROSITE_JOB),
      [RECAP_JOB]: handlerOf(RECAP_JOB),
      [REDACTION_JOB]: { ...handlerOf(REDACTION_JOB), run: (job: JobRun) => applyRedaction(redacting, job) },
      [DAMAGE_JOB]: { run: (job: JobRun) => findDamage(searching, job), onFailed: async () => undefined },
    },
    /** Seconds that an engine takes here for a second of sound; null: it was not measured. */
    speedOf: async (engine: string) => (await speeds.all()).get(SPEED.engine(engine)) ?? null,
    /** The same of all that were measured, by name. */
    engineSpeeds: async () =>
      [...(await speeds.all())].flatMap(([name, ratio]) =>
        name.startsWith(SPEED.engine('')) ? [{ name: name.slice(SPEED.engine('').length), ratio }] : [],
      ),
    /** To be called when the fetch of the speech model has ended, and after a start. */
    settleModelWaits: () => settleModelWaits(again),
    /** A user's drafts that have a recording. */
    countDrafts: (userId: string) => microsites.countDrafts(userId),
    /** Has them transcribed again by the speech model. @returns how many. @throws AppError conflict when there is none. */
    requestBetterDrafts: (userId: string) => requestBetterDrafts(again, userId),
    betterMail: (recorded: RecordedEvent) =>
      emailBetterTranscript({ readOwned, emailOf, mailer, limiter: http.limiter, publicUrl }, recorded),
    /** Keeps how fast an engine was: seconds of work for seconds of sound. */
    measured: (engine: string, soundSeconds: number, seconds: number) =>
      speeds.record(SPEED.engine(engine), soundSeconds, seconds),
    /** Puts work that has no job into the queue. */
    requeue: () => requeueWorking(deps),
    /** Housekeeping. */
    tidy: async () => {
      await settleModelWaits(again)
      await sweepBegun(deps)
    },
    /** Removes what came with recordings whose microsite never came, unless written to since. @param signal ends it. */
    sweepDerived: (before: Date, signal: AbortSignal) => sweepDerived(deps, before, signal),
    /** Puts restored microsites into the search index. @param signal ends it. */
    indexSearch: (signal: AbortSignal) => indexSearch(search, signal),
    routers: [micrositeRoutes(deps), processingRoutes({ ...again, canAnalyse, completeUpload: uploads.complete })],
  }
}
export type MicrositesArea = ReturnType<typeof createMicrositesArea>
