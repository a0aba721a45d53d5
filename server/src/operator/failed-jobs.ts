import type { FailedJobsPage, FailedJobView } from '@callfolio/shared/contract/failed-jobs.ts'
import type { FailedFilter, FailedJob, Queue } from '../jobs/queue.ts'
import { AppError } from '../kernel/errors.ts'
import type { MicrositesArea } from '../microsites/area.ts'

interface FailedJobsOptions {
  queue: Pick<Queue, 'listFailed' | 'depths' | 'enqueue'>
  microsites: Pick<MicrositesArea, 'kinds' | 'retry'>
}

/** What operators do about work that was given up. */
export interface FailedJobs {
  /** The newest first. */
  list: (filter?: FailedFilter) => Promise<FailedJob[]>
  /** The newest, as many as a page shows, and the count of all. */
  page: () => Promise<FailedJobsPage>
  /**
   * Has a job worked on again. @returns false when there is nothing to try any more.
   * @throws AppError conflict when its owner couldn't try it either.
   */
  retry: (job: FailedJob) => Promise<boolean>
}

const PAGE = 100

/** @returns what the operator's commands and pages share. */
export function createFailedJobs({ queue, microsites }: FailedJobsOptions): FailedJobs {
  return {
    list: (filter) => queue.listFailed(filter),
    async page() {
      const [jobs, depths] = await Promise.all([queue.listFailed({ limit: PAGE }), queue.depths()])
      return { jobs: jobs.map(describeFailedJob), total: depths.reduce((sum, { failed }) => sum + failed, 0) }
    },
    async retry(job) {
      if (microsites.kinds.includes(job.kind))
        return job.owner !== null && microsites.retry(job.owner, job.id).catch(asOfOwner)
      await queue.enqueue(job)
      return true
    },
  }
}

/** A failed job as operators see it. */
export function describeFailedJob({ id, kind, attempts, claimedAt, error }: FailedJob): FailedJobView {
  return { id, kind, attempts, tried_at: claimedAt?.toISOString() ?? null, reason: error }
}

/** What speaks to the owner ("you") is quoted. */
function asOfOwner(error: unknown): never {
  if (error instanceof AppError)
    throw new AppError('conflict', `Can’t retry now. Its owner would see: “${error.message}”`, {
      cause: error,
    })
  throw error
}
