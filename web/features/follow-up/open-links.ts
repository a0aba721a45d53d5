import type { ShareableLink } from '@callfolio/shared/contract/share.ts'
import { formatDay } from '@callfolio/shared/format.ts'
import type { EmailLink } from './draft-email.ts'

/** The link chosen for an email. */
export interface ChosenLink extends EmailLink {
  id: string
  /** What its readers also need; null: nothing. */
  needs: 'password' | 'email' | null
  reachable: boolean
}

/** A link to choose, with its owner's label. */
export type OpenLink = ChosenLink & { name: string }

/** A microsite's active links, newest first. */
export function openLinks(links: readonly ShareableLink[], micrositeId: string, now: Date): OpenLink[] {
  return links
    .filter((link) => link.microsite_id === micrositeId && link.revoked_at === null && new Date(link.expires_at) > now)
    .map((link) => ({
      id: link.id,
      name:
        link.label === null
          ? `Until ${formatDay(link.expires_at)}`
          : `${link.label}, until ${formatDay(link.expires_at)}`,
      url: link.share_url,
      expiresAt: link.expires_at,
      sections: link.sections,
      needs: link.has_password ? 'password' : link.asks_email ? 'email' : null,
      reachable: link.reachable,
    }))
}
