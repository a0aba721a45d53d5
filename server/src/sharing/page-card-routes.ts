import type { OpenAPIHono } from '@hono/zod-openapi'
import type { Context } from 'hono'
import { UNFURL_PICTURE } from '@callfolio/shared/shared-page.ts'
import { createRouter, type AppEnv } from '../http/app.ts'
import { limitRequests } from '../http/limit-requests.ts'
import type { DrawLinkCard } from '../pictures/link-card.ts'
import type { RateLimiter } from '../limits/rate-limiter.ts'
import { ANYONE } from './link-pass.ts'
import { isReadableLink, openLink, type OpenLinkDeps } from './open-link.ts'
import { cardOf } from './page-card.ts'
import type { PageContentDeps } from './page-content.ts'
import { PAGE_HEADERS } from './page-http.ts'
import { sharedView } from './shared-view.ts'

const CARDS = { name: 'shared_card', points: 120, seconds: 5 * 60 }

interface CardDeps extends OpenLinkDeps, Pick<PageContentDeps, 'branding'> {
  drawCard: DrawLinkCard
  /** A user's logo file; null: none. */
  logo: (userId: string) => Promise<Uint8Array | null>
  limiter: RateLimiter
  clientAddress: (c: Context<AppEnv>) => string
}

/** The picture that chats and mail programs show of a link. One that leads nowhere, or asks for something first, has the product's own. */
export function pageCardRoutes(deps: CardDeps): OpenAPIHono<AppEnv> {
  const router = createRouter()
  router.get(
    '/s/:token/card.png',
    limitRequests({ limiter: deps.limiter, rule: CARDS, key: deps.clientAddress }),
    async (c) => {
      const opened = await openLink(deps, c.req.param('token'), ANYONE)
      if (!isReadableLink(opened)) return c.redirect(UNFURL_PICTURE, 302)
      const { link, site } = opened
      // The picture holds no address, so that any origin will do for the logo's.
      const microsite = sharedView(site, await deps.branding(site.userId, 'http://localhost'), link.sections)
      const picture = await deps.drawCard(cardOf(microsite, await deps.logo(site.userId)))
      return c.body(Uint8Array.from(picture), 200, { ...PAGE_HEADERS, 'Content-Type': 'image/png' })
    },
  )
  return router
}
