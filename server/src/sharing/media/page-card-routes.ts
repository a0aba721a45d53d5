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
import { getVersion } from '../page/preparation.ts'

const CARDS = { name: 'shared_card', points: 120, seconds: 5 * 60 }
/** The same limit as for its page, counted separately. */
const CARDS_OF_LINK = { name: 'shared_card_link', points: 3000, seconds: 5 * 60 }

/** Each attempt reads the link's row again. */
const MAX_TRIES = 3

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
      const picture = await drawShown(deps, c.req.param('token'))
      if (picture === null) return c.redirect(UNFURL_PICTURE, 302)
      return c.body(Uint8Array.from(picture), 200, { ...PAGE_HEADERS, 'Content-Type': 'image/png' })
    },
  )
  return router
}

/**
 * Draws what a link shows. Drawing may wait in the queue, so the link is followed again afterwards.
 * @returns null: it shows nothing, or keeps changing.
 */
async function drawShown(deps: CardDeps, token: string): Promise<Uint8Array | null> {
  let drawn: { version: string; picture: Uint8Array } | undefined
  for (let left = MAX_TRIES; left > 0; left -= 1) {
    const found = await findLink(deps, token, ANYONE)
    if (!isReadableLink(found)) return null
    const { state, link, site } = found
    const version = getVersion(state, link, site)
    if (drawn?.version === version) return drawn.picture
    const card = await deps.links.findCard(link.micrositeId)
    if (card === null) return null
    const owner = link.createdByUserId
    // The image contains no address, so any origin works for the logo's.
    const { accent } = await deps.branding(owner, 'http://localhost')
    const look = { sections: link.sections, accent, logo: await deps.logo(owner) }
    drawn = { version, picture: await deps.drawCard(getCard(card, look)) }
  }
  return null
}
