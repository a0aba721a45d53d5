import type { KeptPart, MicrositeRetention, RetentionState } from '@callfolio/shared/contract/retention.ts'
import type { MicrositesArea } from '../microsites/area.ts'
import { getAges, dueAt, warnedBefore } from './kept-until.ts'
import type { RetentionDeps } from './apply-retention.ts'

type OwnedMicrosite = Awaited<ReturnType<MicrositesArea['readOwned']>>
type ReadDeps = Pick<RetentionDeps, 'retention' | 'clock'>

const MOST_SHOWN = 20

/** A user's retention periods and upcoming deletions. */
export async function readRetention({ retention, clock }: ReadDeps, userId: string): Promise<RetentionState> {
  const ages = await retention.find(userId)
  const next: RetentionState['next'] = []
  for (const { part, days } of getAges(ages))
    for (const { micrositeId, title, createdAt, warnedAt } of await retention.listAgeing(
      userId,
      part,
      warnedBefore(days, clock()),
    ))
      if (warnedAt !== null)
        next.push({
          microsite_id: micrositeId,
          title,
          part,
          at: dueAt({ createdAt, days, warnedAt }).toISOString(),
        })
  return { retention: ages, next: next.toSorted((a, b) => a.at.localeCompare(b.at)).slice(0, MOST_SHOWN) }
}

const HOUR_MS = 60 * 60 * 1000

/**
 * The earliest time at which a page is deleted with all its links; null: it is kept. Unannounced deletions move by
 * whole hours only, so that responses can be cached.
 */
export async function readPageEnd({ retention, clock }: ReadDeps, micrositeId: string): Promise<Date | null> {
  const age = await retention.findPageAge(micrositeId)
  if (age === null) return null
  const warnedAt = age.warnedAt ?? new Date(Math.ceil(clock().getTime() / HOUR_MS) * HOUR_MS)
  return dueAt({ ...age, warnedAt })
}

/**
 * The earliest deletion times of a microsite's parts. Unannounced parts count from the next warning, a week ahead.
 */
export async function readKept({ retention, clock }: ReadDeps, site: OwnedMicrosite): Promise<MicrositeRetention> {
  const ages = getAges(await retention.find(site.userId))
  const warnings = await retention.getWarnings(site.id)
  const pinned = await retention.isPinned(site.id)
  const gone: Record<KeptPart, boolean> = {
    media: site.mediaRemovedAt !== null || (site.videoUrl === null && site.sourceKey === null),
    transcript:
      site.transcriptRemovedAt !== null ||
      (site.status === 'active' && !site.transcript && (site.segments ?? []).length === 0),
    page: false,
  }
  const until = (part: KeptPart) => {
    const days = ages.find((age) => age.part === part)?.days
    if (days === undefined || pinned || gone[part]) return null
    return dueAt({ createdAt: site.createdAt, days, warnedAt: warnings.get(part) ?? clock() }).toISOString()
  }
  return { pinned, media_until: until('media'), transcript_until: until('transcript'), page_until: until('page') }
}
