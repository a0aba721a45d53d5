import { createRoute, type OpenAPIHono } from '@hono/zod-openapi'
import { CAPABILITIES_PATH, capabilitiesSchema, type Capabilities } from '@callfolio/shared/contract/capabilities.ts'
import { createRouter, type AppEnv } from './app.ts'
import { jsonReply } from './describe.ts'

const route = createRoute({
  method: 'get',
  path: CAPABILITIES_PATH,
  responses: jsonReply(capabilitiesSchema, 'What this server can do and what it sends where'),
})

/** What this server can do, for anyone. */
export function capabilitiesRoutes(capabilities: () => Promise<Capabilities>): OpenAPIHono<AppEnv> {
  const router = createRouter()
  router.openapi(route, async (c) => c.json(await capabilities(), 200))
  return router
}
