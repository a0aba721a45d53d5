import { createRoute, type OpenAPIHono } from '@hono/zod-openapi'
import {
  accountSessionsSchema,
  SESSION_PATHS,
  type AccountSession,
} from '@callfolio/shared/contract/accounts/sessions.ts'
import { createRouter, type AppEnv } from '../../http/app.ts'
import { emptyReply, idParam, jsonReply, signedIn } from '../../http/describe.ts'
import { requireUser, type Authenticate } from '../../http/require-user.ts'
import { AppError } from '../../kernel/errors.ts'
import type { Accounts } from '../accounts.ts'
import type { LiveSession } from './sessions.ts'

const listRoute = createRoute({
  method: 'get',
  path: SESSION_PATHS.list,
  security: signedIn,
  responses: jsonReply(accountSessionsSchema, 'The caller’s sessions, last used first'),
})

const endRoute = createRoute({
  method: 'delete',
  path: SESSION_PATHS.one('{id}'),
  security: signedIn,
  request: idParam,
  responses: emptyReply('The session was ended'),
})

interface SessionRoutesOptions {
  accounts: Pick<Accounts, 'sessions'>
  authenticate: Authenticate
}

/** Lists a user's sessions and ends single ones; the identity service itself ends all others at once. */
export function sessionRoutes({ accounts: { sessions }, authenticate }: SessionRoutesOptions): OpenAPIHono<AppEnv> {
  const router = createRouter()
  for (const path of [SESSION_PATHS.list, SESSION_PATHS.one(':id')]) router.use(path, requireUser(authenticate))
  router.openapi(listRoute, async (c) => {
    const { userId, sessionId } = c.var.caller
    const wire = (await sessions.list(userId)).map((session) => toWire(session, sessionId))
    return c.json({ sessions: wire }, 200, { 'Cache-Control': 'no-store' })
  })
  router.openapi(endRoute, async (c) => {
    const { id } = c.req.valid('param')
    const { userId } = c.var.caller
    const own = (await sessions.list(userId)).find((session) => session.id === id)
    if (!own) throw new AppError('not_found', 'That session has already ended.')
    await sessions.close(own, 'local')
    return c.body(null, 204)
  })
  return router
}

function toWire({ id, method, userAgent, createdAt, lastUsedAt }: LiveSession, currentId: string): AccountSession {
  return {
    id,
    current: id === currentId,
    extension: method === 'extension',
    user_agent: userAgent,
    created_at: createdAt.toISOString(),
    last_used_at: lastUsedAt.toISOString(),
  }
}
