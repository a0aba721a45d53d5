import { createRoute, type OpenAPIHono } from '@hono/zod-openapi'
import type { Context } from 'hono'
import {
  EXTENSION_AUTHORIZATION_PATH,
  extensionCodeSchema,
  extensionRequestSchema,
} from '@callfolio/shared/contract/accounts/extension.ts'
import { createRouter, type AppEnv } from '../../http/app.ts'
import { emptyReply, jsonBody, jsonReply, signedIn, query } from '../../http/describe.ts'
import { limitRequests } from '../../http/limit-requests.ts'
import { requireUser, type Authenticate } from '../../http/require-user.ts'
import type { Accounts } from '../accounts.ts'
import { authorizeExtension, checkExtensionRequest } from './extension-sign-in.ts'

/** Requests from one client; an office may share one IP address. */
const PER_CLIENT = { name: 'extension_client', points: 300, seconds: 5 * 60 }

const checkRoute = createRoute({
  method: 'get',
  path: EXTENSION_AUTHORIZATION_PATH,
  security: signedIn,
  request: query(extensionRequestSchema),
  responses: emptyReply('The browser extension’s sign-in request is valid'),
})

const grantRoute = createRoute({
  method: 'post',
  path: EXTENSION_AUTHORIZATION_PATH,
  security: signedIn,
  request: jsonBody(extensionRequestSchema),
  responses: jsonReply(extensionCodeSchema, 'A code the browser extension exchanges for a session'),
})

interface ExtensionRoutesOptions {
  accounts: Accounts
  authenticate: Authenticate
  /** The IP address a request came from, for the limits. */
  clientAddress: (c: Context<AppEnv>) => string
}

/** Lets a signed-in user grant the browser extension a separate session (RFC 7636). */
export function extensionRoutes({
  accounts,
  authenticate,
  clientAddress,
}: ExtensionRoutesOptions): OpenAPIHono<AppEnv> {
  const router = createRouter()
  router.use(
    EXTENSION_AUTHORIZATION_PATH,
    limitRequests({ limiter: accounts.limiter, rule: PER_CLIENT, key: clientAddress }),
    requireUser(authenticate),
  )
  router.openapi(checkRoute, (c) => {
    checkExtensionRequest(accounts, c.req.valid('query'))
    return c.body(null, 204)
  })
  router.openapi(grantRoute, async (c) => {
    const code = await authorizeExtension(accounts, c.var.caller.sessionId, c.req.valid('json'))
    return c.json({ code }, 200, { 'Cache-Control': 'no-store' })
  })
  return router
}
