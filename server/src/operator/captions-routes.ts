import { createRoute, type OpenAPIHono } from '@hono/zod-openapi'
import {
  CAPTION_PATHS,
  captionMarksSchema,
  unreadCaptionsReportSchema,
  unreadCaptionsSchema,
} from '@callfolio/shared/contract/captions.ts'
import { CAPTION_MARKS } from '@callfolio/shared/extension/caption-marks.ts'
import { createRouter, type AppEnv } from '../http/app.ts'
import { jsonBody, jsonReply, signedIn } from '../http/describe.ts'
import { operatorCheck } from '../http/operator-check.ts'
import { requireUser, type Authenticate } from '../http/require-user.ts'
import type { Database } from '../db/database.ts'
import { createUnreadCaptionsRepo } from './unread-captions-repo.ts'

const marksRoute = createRoute({
  method: 'get',
  path: CAPTION_PATHS.marks,
  responses: jsonReply(captionMarksSchema, 'How meeting sites mark their captions, for extensions with older marks'),
})

const reportRoute = createRoute({
  method: 'post',
  path: CAPTION_PATHS.unread,
  security: signedIn,
  request: jsonBody(unreadCaptionsReportSchema),
  responses: jsonReply(unreadCaptionsReportSchema, 'The report, which was counted; it contains no text'),
})

const listRoute = createRoute({
  method: 'get',
  path: CAPTION_PATHS.unread,
  security: signedIn,
  responses: jsonReply(unreadCaptionsSchema, 'Meetings whose captions couldn’t be read, by site; admins only'),
})

interface CaptionsRoutesDeps {
  authenticate: Authenticate
  isOperator: (userId: string) => Promise<boolean>
  db: Database
  clock: () => Date
}

/** What extensions need to read captions, and how often they couldn't. */
export function captionsRoutes({ authenticate, isOperator, db, clock }: CaptionsRoutesDeps): OpenAPIHono<AppEnv> {
  const router = createRouter()
  const unreadCaptions = createUnreadCaptionsRepo(db)
  router.openapi(marksRoute, (c) => c.json(CAPTION_MARKS, 200))
  router.use(CAPTION_PATHS.unread, requireUser(authenticate))
  const assertOperator = operatorCheck(isOperator)
  router.openapi(reportRoute, async (c) => {
    const report = c.req.valid('json')
    await unreadCaptions.add(report, clock())
    return c.json(report, 200)
  })
  router.openapi(listRoute, async (c) => {
    await assertOperator(c.var.caller.userId)
    return c.json(await unreadCaptions.read(), 200)
  })
  return router
}
