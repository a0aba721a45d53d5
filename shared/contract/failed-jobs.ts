import { z } from 'zod'

/** What names a job: what it works on, and its kind. */
const failedJobKeySchema = z.object({ id: z.string().min(1).max(500), kind: z.string().min(1).max(100) })

/** Work that the server gave up, as its operators see it: nothing that people wrote, said or are called. */
const failedJobSchema = failedJobKeySchema.extend({
  /** How often it was tried. */
  attempts: z.number().int(),
  tried_at: z.iso.datetime().nullable(),
  /** One sentence. */
  reason: z.string().nullable(),
})
export type FailedJobView = z.infer<typeof failedJobSchema>

/** Answer of GET /api/failed-jobs: the newest first, and how many there are in all. */
export const failedJobsSchema = z.object({ jobs: z.array(failedJobSchema), total: z.number().int() })
export type FailedJobsPage = z.infer<typeof failedJobsSchema>

/** Body of POST /api/failed-jobs/retry. */
export const failedJobRetrySchema = failedJobKeySchema

/** Answer of it. False: there is nothing to try any more. */
export const failedJobRetriedSchema = z.object({ retried: z.boolean() })

export const FAILED_JOBS_PATHS = { list: '/api/failed-jobs', retry: '/api/failed-jobs/retry' } as const
