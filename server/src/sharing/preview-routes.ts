import { createRoute, type OpenAPIHono } from '@hono/zod-openapi'
import { previewSchema } from '@callfolio/shared/contract/shared-page.ts'
import { SHARED_PAGE_PATHS } from '@callfolio/shared/page/shared-page.ts'
import { createRouter, type AppEnv } from '../http/app.ts'
import { idParam, jsonReply, signedIn } from '../http/describe.ts'
import { limitRequests, perCaller } from '../http/limit-requests.ts'
import type { Origin } from '../http/origin.ts'
import { requireUser, type Authenticate } from '../http/require-user.ts'
import { AppError } from '../kernel/errors.ts'
import type { RateLimiter } from '../limits/rate-limiter.ts'
import { MADE } from './links/link-limits.ts'
import type { LinksRepo, OwnedSite } from './links/links-repo.ts'
import type { PageTickets } from './links/page-tickets.ts'

const previewRoute = createRoute({
  method: 'post',
  path: '/api/microsites/{id}/preview',
  security: signedIn,
  request: idParam,
  responses: jsonReply(
    previewSchema,
    'An address that shows the recipient’s view for five minutes without counting a view',
  ),
})

interface PreviewDeps {
  links: LinksRepo
  tickets: PageTickets
  limiter: RateLimiter
  origin: Origin
  authenticate: Authenticate
}

/** The owner's preview of a microsite as a recipient sees it. */
export function previewRoutes(deps: PreviewDeps): OpenAPIHono<AppEnv> {
  const router = createRouter()
  router.use(
    '/api/microsites/:id/preview',
    requireUser(deps.authenticate),
    limitRequests(perCaller(deps.limiter, MADE)),
  )
  router.openapi(previewRoute, async (c) => {
    const site = await deps.links.getSite(c.var.caller.userId, c.req.valid('param').id)
    const { ticket, expiresAt } = await createPreview(deps.tickets, site)
    const url = new URL(SHARED_PAGE_PATHS.previewPage(ticket), deps.origin(c))
    return c.json({ url: url.href, expires_at: expiresAt.toISOString() }, 200)
  })
  return router
}

/**
 * Creates a preview ticket.
 * @throws AppError conflict while the microsite is not active: a recipient would see nothing yet.
 */
async function createPreview(tickets: PageTickets, site: OwnedSite): Promise<{ ticket: string; expiresAt: Date }> {
  if (site.status !== 'active') throw new AppError('conflict', 'You can preview a microsite once it’s ready.')
  const { text, expiresAt } = await tickets.previews.seal({ userId: site.userId, micrositeId: site.id })
  return { ticket: text, expiresAt }
}
