import type { LinkSection, LinkViews } from '@callfolio/shared/contract/share.ts'
import type { OwnedLink } from './links-repo.ts'
import type { ViewsRepo } from './page-views-repo.ts'

/** More would be no list that somebody reads. */
const NEWEST = 200

/** Who read a link and how far. */
export async function readLinkViews(views: ViewsRepo, link: OwnedLink): Promise<LinkViews> {
  const [newest, all] = await Promise.all([views.newest(link.id, NEWEST), views.sectionsOf(link.id)])
  const reached: Partial<Record<LinkSection, number>> = {}
  for (const section of all.flat()) reached[section] = (reached[section] ?? 0) + 1
  return {
    reached,
    views: newest.map(({ createdAt, email, sections }) => ({ at: createdAt.toISOString(), email, sections })),
  }
}
