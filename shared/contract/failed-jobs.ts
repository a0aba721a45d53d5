import { z } from 'zod'

/** Identifies a job: its subject and its kind. */
const failedJobKeySchema = z.object({ id: z.string().min(1).max(500), kind: z.string().min(1).max(100) })

/** A job the server gave up, as its operators see it: without user content, speech or names. */
const failedJobSchema = failedJobKeySchema.extend({
  /** Number of attempts. */
  attempts: z.number().int(),
  tried_at: z.iso.datetime().nullable(),
  /** One sentence. */
  reason: z.string().nullable(),
})
export type FailedJobView = z.infer<typeof failedJobSchema>

/** Answer of GET /api/failed-jobs: the newest first, and the total number. */
export const failedJobsSchema = z.object({ jobs: z.array(failedJobSchema), total: z.number().int() })
export type FailedJobsPage = z.infer<typeof failedJobsSchema>

/** Body of POST /api/failed-jobs/retry. */
export const failedJobRetrySchema = failedJobKeySchema

/** Its answer. False: there is nothing to retry any more. */
export const failedJobRetriedSchema = z.object({ retried: z.boolean() })

export const FAILED_JOBS_PATHS = { list: '/api/failed-jobs', retry: '/api/failed-jobs/retry' } as const
