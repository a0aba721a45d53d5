import { createRoute, type OpenAPIHono } from '@hono/zod-openapi'
import {
  FAILED_JOBS_PATHS,
  failedJobRetriedSchema,
  failedJobRetrySchema,
  failedJobsSchema,
} from '@callfolio/shared/contract/failed-jobs.ts'
import { createRouter, type AppEnv } from '../http/app.ts'
import { jsonBody, jsonReply, signedIn } from '../http/describe.ts'
import { requireUser, type Authenticate } from '../http/require-user.ts'
import { AppError } from '../kernel/errors.ts'
import type { FailedJobs } from './failed-jobs.ts'
import { operatorCheck } from '../http/operator-check.ts'

const listRoute = createRoute({
  method: 'get',
  path: FAILED_JOBS_PATHS.list,
  security: signedIn,
  responses: jsonReply(failedJobsSchema, 'Failed jobs, newest first; admins only'),
})

const retryRoute = createRoute({
  method: 'post',
  path: FAILED_JOBS_PATHS.retry,
  security: signedIn,
  request: jsonBody(failedJobRetrySchema),
  responses: jsonReply(failedJobRetriedSchema, 'The job is retried, if there is anything to retry; admins only'),
})

interface FailedJobsRoutesDeps {
  authenticate: Authenticate
  isOperator: (userId: string) => Promise<boolean>
  failedJobs: FailedJobs
}

/** The operators' page of failed jobs. */
export function failedJobsRoutes({ authenticate, isOperator, failedJobs }: FailedJobsRoutesDeps): OpenAPIHono<AppEnv> {
  const router = createRouter()
  const user = requireUser(authenticate)
  for (const path of Object.values(FAILED_JOBS_PATHS)) router.use(path, user)
  const assertOperator = operatorCheck(isOperator)

  router.openapi(listRoute, async (c) => {
    await assertOperator(c.var.caller.userId)
    return c.json(await failedJobs.page(), 200)
  })
  router.openapi(retryRoute, async (c) => {
    await assertOperator(c.var.caller.userId)
    const { id, kind } = c.req.valid('json')
    const job = (await failedJobs.list({ id })).find((each) => each.kind === kind)
    if (job === undefined) throw new AppError('not_found', 'This job was already retried or no longer exists.')
    return c.json({ retried: await failedJobs.retry(job) }, 200)
  })
  return router
}
