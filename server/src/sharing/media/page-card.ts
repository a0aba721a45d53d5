import { createHash } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import { BRAND } from '@callfolio/shared/brand.ts'
import type { LinkSection } from '@callfolio/shared/contract/share.ts'
import type { DrawLinkCard, LinkCard } from '../../pictures/link-card.ts'
import type { CardOfSite } from '../links/linked-sites-repo.ts'
import { sharedSummary } from '../page/shared-view.ts'

/** Images cached in memory, about 60 KB each. */
const KEPT = 64
const MINUTE_MS = 60_000
/** Maximum characters: more is never visible, and measuring it takes time. */
const LONGEST = 400

/** The appearance of a link's preview image. */
interface CardLook {
  /** The sections that the link shows; null: all. */
  sections: readonly LinkSection[] | null
  /** The owner's color; null: the product's. */
  accent: string | null
  logo: Uint8Array | null
}

/** The content of a link's preview image. */
export function getCard(site: CardOfSite, { sections, accent, logo }: CardLook): LinkCard {
  return {
    title: (site.title.trim() || 'Meeting Summary').slice(0, LONGEST),
    facts: [getLength(site.durationMs), getDay(site.callDate)].filter((fact) => fact !== null).join(' · '),
    teaser: (site.description ?? sharedSummary(site, sections))?.slice(0, LONGEST) ?? null,
    accent: accent ?? BRAND.accent,
    logo,
  }
}

function getDay(date: string | null): string | null {
  return date && new Date(`${date}T00:00:00Z`).toLocaleDateString('en', { dateStyle: 'long', timeZone: 'UTC' })
}

function getLength(durationMs: number | null): string | null {
  if (durationMs === null) return null
  const minutes = Math.max(1, Math.round(durationMs / MINUTE_MS))
  return minutes < 60 ? `${minutes} min call` : `${Math.floor(minutes / 60)} h ${minutes % 60} min call`
}

/** Caches drawn cards, because chats fetch an image many times. */
export function rememberCards(draw: DrawLinkCard): DrawLinkCard {
  const cards = new LRUCache<string, Uint8Array, LinkCard>({
    max: KEPT,
    fetchMethod: (_key, _stale, { context }) => draw(context),
  })
  return async (card) => cards.forceFetch(getKey(card), { context: card })
}

function getKey({ logo, ...text }: LinkCard): string {
  return createHash('sha256')
    .update(JSON.stringify(text))
    .update(logo ?? '')
    .digest('base64')
}
