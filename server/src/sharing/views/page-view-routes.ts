import { createRoute, type OpenAPIHono } from '@hono/zod-openapi'
import type { Context } from 'hono'
import { viewSchema } from '@callfolio/shared/contract/shared-page.ts'
import { SHARED_PAGE_PATHS } from '@callfolio/shared/page/shared-page.ts'
import { createRouter, type AppEnv } from '../../http/app.ts'
import { emptyReply, jsonBody } from '../../http/describe.ts'
import { limitRequests } from '../../http/limit-requests.ts'
import type { Authenticate } from '../../http/require-user.ts'
import { getCaller } from '../links/get-caller.ts'
import { countView, type CountViewDeps } from './count-view.ts'

/** Each open page sends several; a large office may share one address. */
const BEACONS = { name: 'view_beacon', points: 3000, seconds: 5 * 60 }

const viewRoute = createRoute({
  method: 'post',
  path: SHARED_PAGE_PATHS.view,
  request: jsonBody(viewSchema),
  responses: emptyReply('Received; the response doesn’t say whether a view was counted'),
})

interface ViewDeps extends CountViewDeps {
  authenticate: Authenticate
  clientAddress: (c: Context<AppEnv>) => string
}

/** Receives view reports from shared pages. */
export function pageViewRoutes(deps: ViewDeps): OpenAPIHono<AppEnv> {
  const router = createRouter()
  router.use(SHARED_PAGE_PATHS.view, limitRequests({ limiter: deps.limiter, rule: BEACONS, key: deps.clientAddress }))
  router.openapi(viewRoute, async (c) => {
    await countView(deps, c.req.valid('json'), {
      userId: await getCaller(c.req.header('authorization'), deps.authenticate),
      address: deps.clientAddress(c),
      userAgent: c.req.header('user-agent') ?? '',
    })
    return c.body(null, 204)
  })
  return router
}
