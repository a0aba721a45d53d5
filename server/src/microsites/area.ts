import type { AccountsArea } from '../accounts/area.ts'
import type { BillingArea } from '../billing/area.ts'
import type { Database } from '../db/database.ts'
import type { HttpParts } from '../http/http-parts.ts'
import type { JobHandler } from '../jobs/handler.ts'
import type { Slots } from '../jobs/lanes.ts'
import type { Queue } from '../jobs/queue.ts'
import type { Clock } from '../kernel/clock.ts'
import type { Storage } from '../storage/storage.ts'
import type { TaskRunner } from '../tasks/task-runner.ts'
import { assertRoom } from './assert-room.ts'
import { sweepBegun } from './begin-meeting.ts'
import { deleteMicrosite, finishDeletions } from './delete-microsite.ts'
import { createDeletionsRepo } from './deletions-repo.ts'
import { endInFailure } from './end-in-failure.ts'
import { getOwned } from './get-owned.ts'
import { indexSearch } from './index-search.ts'
import { enqueueWork, MICROSITE_JOB, RECAP_JOB } from './job-kinds.ts'
import { createMicrositesRepo, type OwnedMicrosite } from './microsites-repo.ts'
import { processMicrosite, requeueWorking, type ProcessMicrositeDeps } from './process-microsite.ts'
import { processingRoutes } from './processing-routes.ts'
import type { RequestAnalysisDeps } from './request-analysis.ts'
import type { RequestTranscriptDeps } from './request-transcript.ts'
import { micrositeRoutes } from './routes.ts'
import { toMicrosite } from './to-wire.ts'
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
  accounts: Pick<AccountsArea, 'timeZone' | 'fullName'>
  billing: Pick<BillingArea, 'plan' | 'approve'>
  uploads: {
    complete: Parameters<typeof processingRoutes>[0]['completeUpload']
    remove: ProcessMicrositeDeps['removeUpload']
  }
  pipeline: ProcessMicrositeDeps['pipeline']
  engines: Pick<RequestTranscriptDeps, 'canTranscribe'> &
    Pick<RequestAnalysisDeps, 'canAnalyse'> &
    Pick<ProcessMicrositeDeps, 'afterwards'>
  /** Removes what work on a recording left behind below a folder. @param id of the microsite; null: whatever lies there. */
  removeLeftovers: (folder: string, id?: string | null) => Promise<void>
  eraseSoon: () => void
  http: Pick<HttpParts, 'authenticate' | 'origin' | 'limiter'>
}

/** The microsites: their owners' access to them, and the work that makes them. */
export function createMicrositesArea({
  db,
  accounts: { timeZone, fullName },
  billing: { plan, approve },
  uploads,
  pipeline,
  engines: { canTranscribe, canAnalyse, afterwards },
  http,
  ...given
}: MicrositesOptions) {
  const microsites = createMicrositesRepo(db)
  const search = createSearchRepo(db)
  const speeds = createSpeedsRepo(db)
  const deletions = createDeletionsRepo(db)
  const deps = {
    ...given,
    microsites,
    deletions,
    speeds,
    plan,
    approve,
    timeZone,
    removeUpload: uploads.remove,
    ...http,
  }
  const work = { ...deps, fullName, pipeline, afterwards }
  const readOwned = (userId: string, id: string) => getOwned(microsites, userId, id)
  const handlerOf = (kind: string): JobHandler => ({
    run: (job) => processMicrosite(work, job, kind),
    onFailed: (id, failure) => endInFailure(deps, id, failure),
    // What was asked for just before the queue knew of the end was not begun.
    onEnded: (id) => enqueueWork(deps, id),
  })
  return {
    readOwned,
    /** Seconds until one is ready that is worked on; null where that is not known. */
    secondsLeft: async (site: Pick<OwnedMicrosite, 'id' | 'status'>) =>
      (await readWorkFacts(deps, [site])).get(site.id)?.seconds_left ?? null,
    assertRoom: (userId: string) => assertRoom(deps, userId),
    usage: (userId: string) => monthlyUsage(deps, userId),
    ownsMedia: (userId: string, key: string) => microsites.ownsMedia(userId, key),
    listIds: (userId: string) => microsites.listIds(userId),
    remove: async (userId: string, id: string) => deleteMicrosite(deps, await readOwned(userId, id)),
    /** For its owner's copy of everything. */
    export: async (userId: string, id: string, session: string) => {
      const site = await readOwned(userId, id)
      return {
        site: await toMicrosite(deps, { storage: deps.storage, origin: '', session }, site),
        sourceKey: site.sourceKey,
      }
    },
    listReceipts: (userId: string) => deletions.listOf(userId),
    /** Removes the receipts of a user's deletions. */
    removeReceipts: (userId: string) => deletions.removeOf(userId),
    /** Finishes what killed processes left of deletions. For a start, and hourly. */
    finishDeletions: () => finishDeletions(deps),
    /** The work on recordings, by the kinds of its jobs: one of a kind does not wait for one of another. */
    handlers: { [MICROSITE_JOB]: handlerOf(MICROSITE_JOB), [RECAP_JOB]: handlerOf(RECAP_JOB) },
    /** Seconds that an engine takes here for a second of sound; null: it was not measured. */
    speedOf: async (engine: string) => (await speeds.all()).get(SPEED.engine(engine)) ?? null,
    /** Keeps how fast an engine was: seconds of work for seconds of sound. */
    measured: (engine: string, soundSeconds: number, seconds: number) =>
      speeds.record(SPEED.engine(engine), soundSeconds, seconds),
    /** Housekeeping. */
    tidy: async () => {
      await requeueWorking(deps)
      await sweepBegun(deps)
    },
    /** Puts microsites of older versions into the search index. @param signal ends it. */
    indexSearch: (signal: AbortSignal) => indexSearch(search, signal),
    routers: [
      micrositeRoutes(deps),
      processingRoutes({ ...deps, canTranscribe, canAnalyse, completeUpload: uploads.complete }),
    ],
  }
}
export type MicrositesArea = ReturnType<typeof createMicrositesArea>
