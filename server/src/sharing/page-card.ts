import { createHash } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import { BRAND } from '@callfolio/shared/brand.ts'
import type { SharedMicrosite } from '@callfolio/shared/contract/share.ts'
import type { DrawLinkCard, LinkCard } from '../pictures/link-card.ts'

/** Pictures kept in memory, about 60 KB each. */
const KEPT = 64
const MINUTE_MS = 60_000
/** More is never seen, and measuring it takes time. Characters. */
const LONGEST = 400

/** What the picture of a shared page says of it. */
export function cardOf(microsite: SharedMicrosite, logo: Uint8Array | null): LinkCard {
  return {
    title: (microsite.title.trim() || 'Meeting Summary').slice(0, LONGEST),
    facts: [
      lengthOf(microsite.duration_ms),
      new Date(microsite.created_at).toLocaleDateString('en', { dateStyle: 'long', timeZone: 'UTC' }),
    ]
      .filter((fact) => fact !== null)
      .join(' · '),
    teaser: (microsite.description ?? microsite.summary)?.slice(0, LONGEST) ?? null,
    accent: microsite.branding.accent ?? BRAND.accent,
    logo,
  }
}

function lengthOf(durationMs: number | null): string | null {
  if (durationMs === null) return null
  const minutes = Math.max(1, Math.round(durationMs / MINUTE_MS))
  return minutes < 60 ? `${minutes} min call` : `${Math.floor(minutes / 60)} h ${minutes % 60} min call`
}

/** Draws each card once as long as it is asked for: chats fetch a picture many times. */
export function rememberCards(draw: DrawLinkCard): DrawLinkCard {
  const cards = new LRUCache<string, Uint8Array, LinkCard>({
    max: KEPT,
    fetchMethod: (_key, _stale, { context }) => draw(context),
  })
  return async (card) => cards.forceFetch(keyOf(card), { context: card })
}

function keyOf({ logo, ...text }: LinkCard): string {
  return createHash('sha256')
    .update(JSON.stringify(text))
    .update(logo ?? '')
    .digest('base64')
}
