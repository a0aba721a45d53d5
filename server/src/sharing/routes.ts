import { createRoute, type OpenAPIHono } from '@hono/zod-openapi'
import {
  linkChangeSchema,
  linkListQuerySchema,
  linkListSchema,
  linkViewsSchema,
  shareableLinkSchema,
  SHARE_PATHS,
} from '@callfolio/shared/contract/share.ts'
import { createRouter, type AppEnv } from '../http/app.ts'
import { emptyReply, idParam, jsonBody, jsonReply, signedIn, query } from '../http/describe.ts'
import { countRequest, perCaller } from '../http/limit-requests.ts'
import type { Origin } from '../http/origin.ts'
import { requireUser, type Authenticate } from '../http/require-user.ts'
import type { RateLimiter } from '../limits/rate-limiter.ts'
import { changeLink, type ChangeLinkDeps } from './links/change-link.ts'
import { getOwnedLink } from './links/get-owned-link.ts'
import { PASSWORDS } from './links/link-limits.ts'
import type { ViewsRepo } from './views/page-views-repo.ts'
import { readLinkViews, toShareableLink } from './to-wire.ts'

const ONE = '/api/links/{id}'

const listRoute = createRoute({
  method: 'get',
  path: SHARE_PATHS.list,
  security: signedIn,
  request: query(linkListQuerySchema),
  responses: jsonReply(linkListSchema, 'The caller’s links, newest first'),
})

const changeRoute = createRoute({
  method: 'patch',
  path: ONE,
  security: signedIn,
  request: { ...idParam, ...jsonBody(linkChangeSchema) },
  responses: jsonReply(shareableLinkSchema, 'The changed link'),
})

const viewsRoute = createRoute({
  method: 'get',
  path: `${ONE}/views`,
  security: signedIn,
  request: idParam,
  responses: jsonReply(linkViewsSchema, 'The link’s visits and how far they got, newest first'),
})

const removeRoute = createRoute({
  method: 'delete',
  path: ONE,
  security: signedIn,
  request: idParam,
  responses: emptyReply('The link was deleted'),
})

interface LinkDeps extends ChangeLinkDeps {
  views: ViewsRepo
  limiter: RateLimiter
  origin: Origin
  authenticate: Authenticate
}

/** The caller's own links. */
export function linkRoutes(deps: LinkDeps): OpenAPIHono<AppEnv> {
  const { links } = deps
  const router = createRouter()
  const user = requireUser(deps.authenticate)
  router.use(SHARE_PATHS.list, user)
  router.use(`${SHARE_PATHS.list}/*`, user)
  router.openapi(listRoute, async (c) => {
    const rows = await links.list(c.var.caller.userId, c.req.valid('query').microsite_id)
    return c.json({ links: rows.map((link) => toShareableLink(deps.origin(c), link)) }, 200)
  })
  router.openapi(changeRoute, async (c) => {
    const {
      expires_in_days: days,
      label,
      revoked,
      password,
      asks_email: asksEmail,
      sections,
      with_video: withVideo,
      when_ready: whenReady,
    } = c.req.valid('json')
    const link = await getOwnedLink(links, c.var.caller.userId, c.req.valid('param').id)
    if (typeof password === 'string') await countRequest(c, perCaller(deps.limiter, PASSWORDS))
    const protection = { password, asksEmail, sections, withVideo, whenReady }
    const changed = await changeLink(deps, link, { days, label, revoked, ...protection })
    return c.json(toShareableLink(deps.origin(c), changed), 200)
  })
  router.openapi(viewsRoute, async (c) => {
    const link = await getOwnedLink(links, c.var.caller.userId, c.req.valid('param').id)
    return c.json(await readLinkViews(deps.views, link), 200)
  })
  router.openapi(removeRoute, async (c) => {
    await links.remove(await getOwnedLink(links, c.var.caller.userId, c.req.valid('param').id), deps.clock())
    return c.body(null, 204)
  })
  return router
}
