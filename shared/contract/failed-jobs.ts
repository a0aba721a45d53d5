import * as z from 'zod/mini'

/** Identifies a job: its subject and its kind. */
const failedJobKeySchema = z.object({
  id: z.string().check(z.minLength(1), z.maxLength(500)),
  kind: z.string().check(z.minLength(1), z.maxLength(100)),
})

/** A job the server gave up, as its operators see it: without user content, speech or names. */
const failedJobSchema = z.extend(failedJobKeySchema, {
  /** Number of attempts. */
  attempts: z.int(),
  tried_at: z.nullable(z.iso.datetime()),
  /** One sentence. */
  reason: z.nullable(z.string()),
})
export type FailedJobView = z.infer<typeof failedJobSchema>

/** Answer of GET /api/failed-jobs: the newest first, and the total number. */
export const failedJobsSchema = z.object({ jobs: z.array(failedJobSchema), total: z.int() })
export type FailedJobsPage = z.infer<typeof failedJobsSchema>

/** Body of POST /api/failed-jobs/retry. */
export const failedJobRetrySchema = failedJobKeySchema

/** Its answer. False: there is nothing to retry any more. */
export const failedJobRetriedSchema = z.object({ retried: z.boolean() })

export const FAILED_JOBS_PATHS = { list: '/api/failed-jobs', retry: '/api/failed-jobs/retry' } as const
