import { createHash } from 'node:crypto'
import type { Preparation } from '@callfolio/shared/contract/share.ts'
import type { MicrositeRow, ShareableLinkRow } from '../../db/schema.ts'
import type { LinkAccess } from '../links/link-access.ts'
import type { ProgressOfSite } from '../links/linked-sites-repo.ts'

/** The progress and creator of a page that is not ready. */
export type ReadPreparation = (link: ShareableLinkRow, site: ProgressOfSite) => Promise<Preparation>

/** Seconds until a page is ready, as measured on this server; null while unknown or before the work has started. */
export type SecondsLeft = (site: Pick<MicrositeRow, 'id' | 'status'>) => Promise<number | null>

interface PreparationDeps {
  secondsLeft: SecondsLeft
  /** The user's name; null: not set. */
  fullName: (userId: string) => Promise<string | null>
}

export function createReadPreparation({ secondsLeft, fullName }: PreparationDeps): ReadPreparation {
  return async (link, { awaiting, progress, status }) => ({
    arriving: awaiting,
    progress,
    seconds_left: await secondsLeft({ id: link.micrositeId, status }),
    made_by: await fullName(link.createdByUserId),
  })
}

/** Whether a link's recording is hidden during redaction; it returns once that is done. */
export function isWithheld(
  { withVideo }: Pick<ShareableLinkRow, 'withVideo'>,
  { redacting }: Pick<MicrositeRow, 'redacting'>,
): boolean {
  return withVideo && redacting !== null && redacting.videoKey !== null
}

/**
 * Changes with the page's content, so that an open page knows when to reload.
 * @param site null: nothing of it is shown.
 */
export function getVersion(
  access: LinkAccess,
  { sections, withVideo }: Pick<ShareableLinkRow, 'sections' | 'withVideo'>,
  site: ProgressOfSite | null,
): string {
  const { status, updatedAt, durationMs, posterKey, redacting, redacted, transcriptRemovedAt } = site ?? {}
  const removed = [redacting, redacted, transcriptRemovedAt]
  const facts = [access, sections, withVideo, status, updatedAt, durationMs, posterKey, removed]
  return createHash('sha256').update(JSON.stringify(facts)).digest('base64url').slice(0, 16)
}
