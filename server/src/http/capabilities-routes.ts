import { createRoute, type OpenAPIHono } from '@hono/zod-openapi'
import { CAPABILITIES_PATH, capabilitiesSchema, type Capabilities } from '@callfolio/shared/contract/capabilities.ts'
import { DATA_FLOW_PATH, dataFlowsSchema, type DataFlows } from '@callfolio/shared/contract/data-flow.ts'
import { createRouter, type AppEnv } from './app.ts'
import { jsonReply } from './describe.ts'

const capabilitiesRoute = createRoute({
  method: 'get',
  path: CAPABILITIES_PATH,
  responses: jsonReply(capabilitiesSchema, 'This server’s features, and where it sends data'),
})

/** What this server can do, readable by anyone. */
export function capabilitiesRoutes(capabilities: () => Promise<Capabilities>): OpenAPIHono<AppEnv> {
  const router = createRouter()
  router.openapi(capabilitiesRoute, async (c) => c.json(await capabilities(), 200))
  return router
}

const dataFlowRoute = createRoute({
  method: 'get',
  path: DATA_FLOW_PATH,
  responses: jsonReply(dataFlowsSchema, 'Where each step sends data in the current setup'),
})

/** Where data goes from here, readable by anyone: recipients and call participants have no account. */
export function dataFlowRoutes(read: () => Promise<DataFlows>): OpenAPIHono<AppEnv> {
  const router = createRouter()
  router.openapi(dataFlowRoute, async (c) => c.json(await read(), 200))
  return router
}
