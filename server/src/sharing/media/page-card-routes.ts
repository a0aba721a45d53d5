import type { OpenAPIHono } from '@hono/zod-openapi'
import type { Context } from 'hono'
import { UNFURL_PICTURE } from '@callfolio/shared/page/shared-page.ts'
import { createRouter, type AppEnv } from '../../http/app.ts'
import { limitRequests } from '../../http/limit-requests.ts'
import type { DrawLinkCard } from '../../pictures/link-card.ts'
import type { RateLimiter } from '../../limits/rate-limiter.ts'
import { ANYONE } from '../links/link-pass.ts'
import { findLink, isReadableLink, type FindLinkDeps } from '../links/open-link.ts'
import { getCard } from './page-card.ts'
import type { PageContentDeps } from '../page/page-content.ts'
import { PAGE_HEADERS } from '../page/page-http.ts'

const CARDS = { name: 'shared_card', points: 120, seconds: 5 * 60 }
/** The same limit as for its page, counted separately. */
const CARDS_OF_LINK = { name: 'shared_card_link', points: 3000, seconds: 5 * 60 }

interface CardDeps extends FindLinkDeps, Pick<PageContentDeps, 'branding'> {
  drawCard: DrawLinkCard
  /** A user's logo file; null: none. */
  logo: (userId: string) => Promise<Uint8Array | null>
  limiter: RateLimiter
  clientAddress: (c: Context<AppEnv>) => string
}

/** The preview image of a link in chats and email clients. An invalid or gated link gets the product's own image. */
export function pageCardRoutes(deps: CardDeps): OpenAPIHono<AppEnv> {
  const router = createRouter()
  router.get(
    '/s/:token/card.png',
    limitRequests({ limiter: deps.limiter, rule: CARDS, key: deps.clientAddress }),
    limitRequests({ limiter: deps.limiter, rule: CARDS_OF_LINK, key: (c) => c.req.param('token') ?? '' }),
    async (c) => {
      const found = await findLink(deps, c.req.param('token'), ANYONE)
      const link = isReadableLink(found) ? found.link : null
      const site = link && (await deps.links.findCard(link.micrositeId))
      if (link === null || site === null) return c.redirect(UNFURL_PICTURE, 302)
      const owner = link.createdByUserId
      // The image contains no address, so any origin works for the logo's.
      const { accent } = await deps.branding(owner, 'http://localhost')
      const look = { sections: link.sections, accent, logo: await deps.logo(owner) }
      const picture = await deps.drawCard(getCard(site, look))
      // Checked again, because drawing may wait in the queue.
      if (!isReadableLink(await findLink(deps, link.token, ANYONE))) return c.redirect(UNFURL_PICTURE, 302)
      return c.body(Uint8Array.from(picture), 200, { ...PAGE_HEADERS, 'Content-Type': 'image/png' })
    },
  )
  return router
}
