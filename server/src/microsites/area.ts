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
import { assertMonthlyLimit } from './making/monthly-limit.ts'
import {
  requestBetterDrafts,
  settleModelWaits,
  transcribeDraftsAgain,
  type AwaitModelDeps,
} from './making/await-model.ts'
import { emailBetterTranscript } from './making/better-transcript-email.ts'
import { discardBegun, sweepBegun } from './making/begin-meeting.ts'
import { deleteMicrosite, finishDeletions, type DeleteDeps } from './removal/delete-microsite.ts'
import { createDeletionsRepo } from './records/deletions-repo.ts'
import { createCardList } from './library/card-list-repo.ts'
import { removePart } from './removal/remove-part.ts'
import { endInFailure } from './work/end-in-failure.ts'
import { getOwned } from './records/get-owned.ts'
import { indexSearch } from './search/index-search.ts'
import { applyRedaction, type ApplyRedactionDeps } from './redaction/apply-redaction.ts'
import { enqueueDamageSearch, findDamage, type FindDamageDeps } from './work/find-damage.ts'
import { DAMAGE_JOB, enqueueWork, MICROSITE_JOB, RECAP_JOB, REDACTION_JOB } from './work/job-kinds.ts'
import { resumeRedaction } from './redaction/request-redaction.ts'
import type { OwnedMicrosite } from './records/microsite.ts'
import { createMicrositesRepo } from './records/microsites-repo.ts'
import {
  finishedStages,
  processMicrosite,
  requeueWorking,
  type ProcessMicrositeDeps,
} from './making/process-microsite.ts'
import { createOwnerNamesRepo } from './redaction/owner-names-repo.ts'
import { processingRoutes } from './processing-routes.ts'
import type { RequestAnalysisDeps } from './making/request-analysis.ts'
import type { RequestTranscriptDeps } from './making/request-transcript.ts'
import { restoreMicrosite, type Restored } from './making/restore-microsite.ts'
import { retryMicrosite } from './making/retry-microsite.ts'
import { micrositeRoutes } from './routes.ts'
import { toMicrosite } from './library/to-wire.ts'
import { sweepDerived } from './removal/sweep-derived.ts'
import { likelyNames } from './making/said-names.ts'
import { createWorkFacts } from './work/work-facts.ts'
import { createSearchRepo } from './search/search-repo.ts'
import { createSpeedsRepo, SPEED } from './work/speeds-repo.ts'
import { monthlyUsage } from './library/usage.ts'

interface MicrositesOptions {
  db: Database
  storage: Storage
  queue: Queue
  clock: Clock
  tasks: Pick<TaskRunner, 'run'>
  /** Maximum concurrent jobs. */
  slots: Slots
  accounts: Pick<AccountsArea, 'timeZone' | 'fullName' | 'getEmail'>
  mailer: Mailer
  publicUrl: () => string
  modelFetch: { underWay: AwaitModelDeps['modelUnderWay'] }
  billing: Pick<BillingArea, 'plan' | 'approve'>
  uploads: {
    complete: Parameters<typeof processingRoutes>[0]['completeUpload']
    remove: ProcessMicrositeDeps['removeUpload']
    getName: ProcessMicrositeDeps['uploadName']
    register: ApplyRedactionDeps['registerUpload']
  }
  pipeline: ProcessMicrositeDeps['pipeline']
  /** The folder in which recordings are processed. */
  tempDir: string
  engines: Pick<RequestTranscriptDeps, 'canTranscribe'> &
    Pick<RequestAnalysisDeps, 'canAnalyse'> &
    Pick<ProcessMicrositeDeps, 'afterwards'> &
    Pick<ApplyRedactionDeps & FindDamageDeps, 'media'>
  /** Removes what work on a recording left behind below a folder. @param id of the microsite; null: every microsite. */
  removeLeftovers: (folder: string, id?: string | null) => Promise<void>
  removeMailsAbout: DeleteDeps['removeMailsAbout']
  eraseSoon: () => void
  http: Pick<HttpParts, 'authenticate' | 'origin' | 'limiter'>
}

/** Microsites: access for their owners, and the work that produces them. */
export function createMicrositesArea({
  db,
  accounts: { timeZone, fullName, getEmail },
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
    listCards: createCardList(db),
    deletions,
    ownerNames,
    speeds,
    readWorkFacts: createWorkFacts({ ...given, microsites, speeds }),
    plan,
    approve,
    timeZone,
    fullName,
    removeUpload: uploads.remove,
    uploadName: uploads.getName,
    ...http,
  }
  const searching = { ...deps, media }
  const work = { ...deps, pipeline, afterwards, onMade: (id: string) => enqueueDamageSearch(searching, id) }
  const again = { ...deps, canTranscribe, modelUnderWay: modelFetch.underWay }
  const redacting = { ...deps, media, tempDir, registerUpload: uploads.register }
  const readOwned = (userId: string, id: string) => getOwned(microsites, userId, id)
  const discard = (userId: string, id: string) => discardBegun(deps, userId, id)
  return {
    readOwned,
    /** Estimated seconds until a microsite being processed is ready; null if unknown. */
    secondsLeft: async (site: Pick<OwnedMicrosite, 'id' | 'status'>) =>
      (await deps.readWorkFacts([site])).get(site.id)?.seconds_left ?? null,
    assertMonthlyLimit: (userId: string) => assertMonthlyLimit(deps, userId),
    likelyNames: (userId: string, title: string | null) => likelyNames(deps, userId, title),
    usage: (userId: string) => monthlyUsage(deps, userId),
    findMedia: (userId: string, key: string) => microsites.findMedia(userId, key),
    listIds: (userId: string) => microsites.listIds(userId),
    remove: async (userId: string, id: string) => deleteMicrosite(deps, await readOwned(userId, id)),
    /** Retries a failed microsite. @returns false when it did not fail, or only a requested recap failed. */
    retry: async (userId: string, id: string) => {
      const site = await readOwned(userId, id)
      if (site.status !== 'failed') return resumeRedaction(deps, site)
      await retryMicrosite(deps, site)
      return true
    },
    /** The kinds of its jobs. */
    kinds: [MICROSITE_JOB, RECAP_JOB, REDACTION_JOB] as readonly string[],
    /** Removes recording or transcript of a microsite whose page stays. @returns false while it is being worked on. */
    removePart: async (userId: string, id: string, part: 'media' | 'transcript') =>
      removePart(deps, await readOwned(userId, id), part),
    /** For the owner's export. */
    export: async (userId: string, id: string, session: string) => {
      const site = await readOwned(userId, id)
      return {
        // Omits the poster's link, which is signed for an hour: the export contains the picture as a file.
        site: await toMicrosite(deps, { storage: deps.storage, origin: '', session }, { ...site, posterKey: null }),
        sourceKey: site.sourceKey,
        withheld: site.redacting !== null,
      }
    },
    /** Whether a user's microsite exists and no redaction of it is pending. */
    mayShowFiles: (userId: string, id: string) => microsites.mayShowFiles(userId, id),
    /** Makes a finished microsite from an export. @returns false when it exists already. */
    restore: (userId: string, restored: Restored) => restoreMicrosite({ ...deps, discard }, userId, restored),
    listReceipts: (userId: string) => deletions.getList(userId),
    /** Removes the receipts of a user's deletions. */
    removeReceipts: (userId: string) => deletions.removeFor(userId),
    /** Finishes deletions that killed processes left incomplete. Runs at startup and hourly. */
    finishDeletions: () => finishDeletions(deps),
    handlers: createJobHandlers({ deps, searching, work, again, redacting }),
    /** Seconds that an engine takes here per second of audio; null: not measured. */
    getSpeed: async (engine: string) => (await speeds.all()).get(SPEED.engine(engine)) ?? null,
    /** The same for all measured engines, by name. */
    engineSpeeds: async () =>
      [...(await speeds.all())].flatMap(([name, ratio]) =>
        name.startsWith(SPEED.engine('')) ? [{ name: name.slice(SPEED.engine('').length), ratio }] : [],
      ),
    /** Call this when the download of the speech model has ended, and at startup. */
    settleModelWaits: () => settleModelWaits(again),
    /** A user's drafts that have a recording. */
    countDrafts: (userId: string) => microsites.countDrafts(userId),
    /**
     * Transcribes them again with the speech model. @returns how many. @throws AppError conflict when there is none.
     */
    requestBetterDrafts: (userId: string) => requestBetterDrafts(again, userId),
    betterMail: (recorded: RecordedEvent) =>
      emailBetterTranscript({ readOwned, getEmail, mailer, limiter: http.limiter, publicUrl }, recorded),
    /** Records the speed of an engine: seconds of work for seconds of audio. */
    measured: (engine: string, soundSeconds: number, seconds: number) =>
      speeds.record(SPEED.engine(engine), soundSeconds, seconds),
    /** Queues work that has no job. */
    requeue: () => requeueWorking(deps),
    /** Housekeeping. */
    tidy: async () => {
      await settleModelWaits(again)
      await sweepBegun(deps)
    },
    /**
     * Removes files of recordings whose microsite was never created, unless written to recently. @param signal ends it.
     */
    sweepDerived: (before: Date, signal: AbortSignal) => sweepDerived(deps, before, signal),
    /** Adds restored microsites to the search index. @param signal ends it. */
    indexSearch: (signal: AbortSignal) => indexSearch(search, signal),
    routers: [micrositeRoutes(deps), processingRoutes({ ...again, canAnalyse, completeUpload: uploads.complete })],
  }
}
/** Job handlers for recordings, by kind; jobs of one kind don't wait for those of another. */
function createJobHandlers({ deps, searching, work, again, redacting }: JobDeps) {
  const getHandler = (kind: string): JobHandler => ({
    run: (job) => processMicrosite(work, job, kind),
    reached: (id) => finishedStages(work, id),
    onFailed: (id, failure) => endInFailure(deps, id, failure),
    // Requests made just before the queue saw the end of the last job were not started.
    onEnded: async (id) => {
      await enqueueWork(deps, id)
      // A draft that the model has overtaken.
      await transcribeDraftsAgain(again, id)
    },
  })
  return {
    [MICROSITE_JOB]: getHandler(MICROSITE_JOB),
    [RECAP_JOB]: getHandler(RECAP_JOB),
    [REDACTION_JOB]: { ...getHandler(REDACTION_JOB), run: (job: JobRun) => applyRedaction(redacting, job) },
    [DAMAGE_JOB]: { run: (job: JobRun) => findDamage(searching, job), onFailed: async () => undefined },
  }
}

interface JobDeps {
  deps: Parameters<typeof endInFailure>[0] & Parameters<typeof enqueueWork>[0]
  searching: FindDamageDeps
  work: ProcessMicrositeDeps
  again: AwaitModelDeps
  redacting: ApplyRedactionDeps
}

export type MicrositesArea = ReturnType<typeof createMicrositesArea>
