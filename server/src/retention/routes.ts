import { createRoute, type OpenAPIHono } from '@hono/zod-openapi'
import {
  micrositeRetentionSchema,
  pinSchema,
  RETENTION_PATHS,
  retentionSchema,
  retentionStateSchema,
} from '@callfolio/shared/contract/retention.ts'
import { createRouter, type AppEnv } from '../http/app.ts'
import { idParam, jsonBody, jsonReply, signedIn } from '../http/describe.ts'
import type { HttpParts } from '../http/http-parts.ts'
import { requireUser } from '../http/require-user.ts'
import type { RetentionDeps } from './apply-retention.ts'
import { readKept, readRetention } from './read-retention.ts'

const readRoute = createRoute({
  method: 'get',
  path: RETENTION_PATHS.account,
  security: signedIn,
  responses: jsonReply(retentionStateSchema, 'The caller’s retention settings, and what is deleted next'),
})

const setRoute = createRoute({
  method: 'put',
  path: RETENTION_PATHS.account,
  security: signedIn,
  request: jsonBody(retentionSchema),
  responses: jsonReply(
    retentionStateSchema,
    'The new retention settings; a warning comes a week before anything is deleted',
  ),
})

const readOneRoute = createRoute({
  method: 'get',
  path: '/api/microsites/{id}/retention',
  security: signedIn,
  request: idParam,
  responses: jsonReply(micrositeRetentionSchema, 'When the parts of a microsite will be deleted'),
})

const pinRoute = createRoute({
  method: 'put',
  path: '/api/microsites/{id}/retention',
  security: signedIn,
  request: { ...idParam, ...jsonBody(pinSchema) },
  responses: jsonReply(micrositeRetentionSchema, 'The microsite’s retention after it was pinned or unpinned'),
})

/** Retention settings. */
export function retentionRoutes(deps: RetentionDeps & { http: Pick<HttpParts, 'authenticate'> }): OpenAPIHono<AppEnv> {
  const { retention, microsites, clock, http } = deps
  const router = createRouter()
  const user = requireUser(http.authenticate)
  router.use(RETENTION_PATHS.account, user)
  router.use('/api/microsites/:id/retention', user)
  router.openapi(readRoute, async (c) => c.json(await readRetention(deps, c.var.caller.userId), 200))
  router.openapi(setRoute, async (c) => {
    await retention.set(c.var.caller.userId, c.req.valid('json'), clock())
    return c.json(await readRetention(deps, c.var.caller.userId), 200)
  })
  router.openapi(readOneRoute, async (c) => {
    const site = await microsites.readOwned(c.var.caller.userId, c.req.valid('param').id)
    return c.json(await readKept(deps, site), 200)
  })
  router.openapi(pinRoute, async (c) => {
    const site = await microsites.readOwned(c.var.caller.userId, c.req.valid('param').id)
    await retention.pin(site.id, c.req.valid('json').pinned, clock())
    return c.json(await readKept(deps, site), 200)
  })
  return router
}
