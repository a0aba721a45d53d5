import { createRoute, type OpenAPIHono } from '@hono/zod-openapi'
import type { Context } from 'hono'
import { ACCOUNT_PATHS, usageSchema } from '@callfolio/shared/contract/accounts/account.ts'
import {
  MICROSITE_PATHS,
  micrositeEditSchema,
  micrositeListQuerySchema,
  micrositeListSchema,
  micrositeRemovalSchema,
  micrositeSchema,
  saidNamesSchema,
  videoLinkSchema,
} from '@callfolio/shared/contract/microsite.ts'
import { createRouter, type AppEnv } from '../http/app.ts'
import { idParam, jsonBody, jsonReply, signedIn, query } from '../http/describe.ts'
import type { Origin } from '../http/origin.ts'
import { requireUser, type Authenticate } from '../http/require-user.ts'
import { deleteMicrosite, type DeleteDeps } from './removal/delete-microsite.ts'
import { editMicrosite, type EditDeps } from './editing/edit-microsite.ts'
import { getOwned } from './records/get-owned.ts'
import { listMicrosites, type ListDeps } from './library/list-microsites.ts'
import { saidNames } from './making/said-names.ts'
import { toMicrosite } from './library/to-wire.ts'
import { monthlyUsage, type UsageDeps } from './library/usage.ts'
import { videoLink } from './library/video-link.ts'

const listRoute = createRoute({
  method: 'get',
  path: MICROSITE_PATHS.list,
  security: signedIn,
  request: query(micrositeListQuerySchema),
  responses: jsonReply(micrositeListSchema, 'A page of the caller’s microsites'),
})

const getRoute = createRoute({
  method: 'get',
  path: '/api/microsites/{id}',
  security: signedIn,
  request: idParam,
  responses: jsonReply(micrositeSchema, 'One microsite of the caller'),
})

const editRoute = createRoute({
  method: 'patch',
  path: '/api/microsites/{id}',
  security: signedIn,
  request: { ...idParam, ...jsonBody(micrositeEditSchema) },
  responses: jsonReply(micrositeSchema, 'The microsite after the edit'),
})

const deleteRoute = createRoute({
  method: 'delete',
  path: '/api/microsites/{id}',
  security: signedIn,
  request: idParam,
  responses: jsonReply(micrositeRemovalSchema, 'The items deleted with the microsite'),
})

const videoRoute = createRoute({
  method: 'get',
  path: '/api/microsites/{id}/video',
  security: signedIn,
  request: idParam,
  responses: jsonReply(videoLinkSchema, 'A link to the playable file, valid for 3600 s'),
})

const namesRoute = createRoute({
  method: 'get',
  path: '/api/microsites/{id}/names',
  security: signedIn,
  request: idParam,
  responses: jsonReply(saidNamesSchema, 'Names likely to be said in the call'),
})

const usageRoute = createRoute({
  method: 'get',
  path: ACCOUNT_PATHS.usage,
  security: signedIn,
  responses: jsonReply(usageSchema, 'This month’s microsites and the plan’s limit'),
})

/** Reading, editing and deleting microsites, and the month's usage. */
export function micrositeRoutes(
  deps: UsageDeps & DeleteDeps & ListDeps & EditDeps & { origin: Origin; authenticate: Authenticate },
): OpenAPIHono<AppEnv> {
  const router = createRouter()
  const links = (c: Context<AppEnv>) => ({
    storage: deps.storage,
    origin: deps.origin(c),
    session: c.var.caller.sessionId,
  })
  const user = requireUser(deps.authenticate)
  router.use('/api/microsites', user)
  router.use('/api/microsites/*', user)
  router.use(ACCOUNT_PATHS.usage, user)
  router.openapi(listRoute, async (c) => {
    return c.json(await listMicrosites(deps, links(c), c.var.caller.userId, c.req.valid('query')), 200)
  })
  router.openapi(getRoute, async (c) => {
    const site = await getOwned(deps.microsites, c.var.caller.userId, c.req.valid('param').id)
    return c.json(await toMicrosite(deps, links(c), site), 200)
  })
  router.openapi(editRoute, async (c) => {
    const site = await getOwned(deps.microsites, c.var.caller.userId, c.req.valid('param').id)
    return c.json(await toMicrosite(deps, links(c), await editMicrosite(deps, site, c.req.valid('json'))), 200)
  })
  router.openapi(deleteRoute, async (c) => {
    const site = await getOwned(deps.microsites, c.var.caller.userId, c.req.valid('param').id)
    return c.json(await deleteMicrosite(deps, site), 200)
  })
  router.openapi(videoRoute, async (c) => {
    const site = await getOwned(deps.microsites, c.var.caller.userId, c.req.valid('param').id)
    return c.json(await videoLink(links(c), site), 200)
  })
  router.openapi(namesRoute, async (c) => {
    const site = await getOwned(deps.microsites, c.var.caller.userId, c.req.valid('param').id)
    return c.json({ names: await saidNames(deps, site) }, 200)
  })
  router.openapi(usageRoute, async (c) => c.json(await monthlyUsage(deps, c.var.caller.userId), 200))
  return router
}
