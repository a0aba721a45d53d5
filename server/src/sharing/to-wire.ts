import type { ShareableLink, LinkSection, LinkViews } from '@callfolio/shared/contract/share.ts'
import type { LinkRow, OwnedLink } from './links/links-repo.ts'
import type { ViewsRepo } from './views/page-views-repo.ts'
import { shareUrl } from './links/share-url.ts'

/** A longer list would not be read. */
const NEWEST = 200

/** A link as its owner sees it. @param origin the start of its address. */
export function toShareableLink(origin: string, link: LinkRow): ShareableLink {
  const { id, title, description, createdAt } = link.microsite
  return {
    id: link.id,
    token: link.token,
    microsite_id: link.micrositeId,
    created_by_user_id: link.createdByUserId,
    label: link.label,
    expires_at: link.expiresAt.toISOString(),
    revoked_at: link.revokedAt?.toISOString() ?? null,
    has_password: link.passwordHash !== null,
    asks_email: link.asksEmail,
    sections: link.sections,
    with_video: link.withVideo,
    when_ready: link.whenReady,
    early: link.early,
    view_count: link.viewCount,
    last_opened_at: link.lastOpenedAt?.toISOString() ?? null,
    created_at: link.createdAt.toISOString(),
    ...shareUrl(origin, link.token),
    microsite: { id, title, description, created_at: createdAt.toISOString() },
  }
}

/** Who read a link, and which sections. */
export async function readLinkViews(views: ViewsRepo, link: OwnedLink): Promise<LinkViews> {
  const [newest, all] = await Promise.all([views.newest(link.id, NEWEST), views.getSections(link.id)])
  const reached: Partial<Record<LinkSection, number>> = {}
  for (const section of all.flat()) reached[section] = (reached[section] ?? 0) + 1
  return {
    reached,
    views: newest.map(({ createdAt, email, sections }) => ({ at: createdAt.toISOString(), email, sections })),
  }
}
