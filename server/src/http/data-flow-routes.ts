import { createRoute, type OpenAPIHono } from '@hono/zod-openapi'
import { DATA_FLOW_PATH, dataFlowsSchema, type DataFlows } from '@callfolio/shared/contract/data-flow.ts'
import { createRouter, type AppEnv } from './app.ts'
import { jsonReply } from './describe.ts'

const route = createRoute({
  method: 'get',
  path: DATA_FLOW_PATH,
  responses: jsonReply(dataFlowsSchema, 'Where each step’s data goes, as this server is set up now'),
})

/** Where data goes from here, for anyone: recipients and the people in a call have no account. */
export function dataFlowRoutes(read: () => Promise<DataFlows>): OpenAPIHono<AppEnv> {
  const router = createRouter()
  router.openapi(route, async (c) => c.json(await read(), 200))
  return router
}
