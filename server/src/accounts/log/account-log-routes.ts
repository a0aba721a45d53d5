import { createRoute, z, type OpenAPIHono } from '@hono/zod-openapi'
import { ACCOUNT_LOG_PATH, accountLogSchema } from '@callfolio/shared/contract/accounts/account-log.ts'
import { createRouter, type AppEnv } from '../../http/app.ts'
import { jsonReply, signedIn } from '../../http/describe.ts'
import { requireUser, type Authenticate } from '../../http/require-user.ts'
import type { Accounts } from '../accounts.ts'

const MOST = 50

const logRoute = createRoute({
  method: 'get',
  path: ACCOUNT_LOG_PATH,
  security: signedIn,
  request: { query: z.object({ before: z.iso.datetime().optional() }) },
  responses: jsonReply(accountLogSchema, 'The account’s activity in the last year, newest first'),
})

/** The log of the caller's own account. */
export function accountLogRoutes({
  accounts,
  authenticate,
}: {
  accounts: Pick<Accounts, 'accountLog'>
  authenticate: Authenticate
}): OpenAPIHono<AppEnv> {
  const router = createRouter()
  router.use(ACCOUNT_LOG_PATH, requireUser(authenticate))
  return router.openapi(logRoute, async (c) => {
    const { before } = c.req.valid('query')
    const entries = await accounts.accountLog.list(c.var.caller.userId, {
      before: before === undefined ? null : new Date(before),
      limit: MOST,
    })
    return c.json(
      {
        entries: entries.map(({ id, kind, what, userAgent, createdAt }) => ({
          id,
          kind: kind.replace(/^account\./, ''),
          what,
          user_agent: userAgent,
          at: createdAt.toISOString(),
        })),
        next: entries.length < MOST ? null : (entries.at(-1)?.createdAt.toISOString() ?? null),
      },
      200,
    )
  })
}
