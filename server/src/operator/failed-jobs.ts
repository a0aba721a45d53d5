import type { FailedJobsPage, FailedJobView } from '@callfolio/shared/contract/failed-jobs.ts'
import type { FailedFilter, FailedJob, Queue } from '../jobs/queue.ts'
import { AppError } from '../kernel/errors.ts'
import type { MicrositesArea } from '../microsites/area.ts'

interface FailedJobsOptions {
  queue: Pick<Queue, 'listFailed' | 'depths' | 'enqueue'>
  microsites: Pick<MicrositesArea, 'kinds' | 'retry'>
}

/** Operators' actions on failed jobs. */
export interface FailedJobs {
  /** Newest first. */
  list: (filter?: FailedFilter) => Promise<FailedJob[]>
  /** One page of the newest, and the total count. */
  page: () => Promise<FailedJobsPage>
  /**
   * Retries a job. @returns false when there is nothing left to retry.
   * @throws AppError conflict when its owner couldn't retry it either.
   */
  retry: (job: FailedJob) => Promise<boolean>
}

const PAGE = 100

/** @returns the operations shared by the operator's commands and pages. */
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

/** Messages addressed to the owner ("you") are quoted. */
function asOfOwner(error: unknown): never {
  if (error instanceof AppError)
    throw new AppError('conflict', `Can’t retry now. The microsite’s owner would get this error: “${error.message}”`, {
      cause: error,
    })
  throw error
}
