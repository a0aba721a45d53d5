import type { Clock } from '../../kernel/clock.ts'
import { AppError } from '../../kernel/errors.ts'
import { isVideoReady } from '../../microsites/library/to-wire.ts'
import { accessTo, isReadable, refusal } from '../links/link-access.ts'
import type { Visitor } from '../links/link-pass.ts'
import type { LinkMedia } from '../links/linked-sites-repo.ts'
import type { LinksRepo } from '../links/links-repo.ts'

/** The media of a recording that a link may show. */
export type MediaKind = 'video' | 'poster'

/**
 * Finds the recording behind a link, or its poster, for a visitor.
 * @returns its storage key, and the recording's duration (null: unknown).
 * @throws AppError not_found (also where the link does not show it), link_expired, password_required, email_required.
 */
export async function openMedia(
  { links, clock }: { links: LinksRepo; clock: Clock },
  token: string,
  visitor: Visitor,
  kind: MediaKind,
): Promise<{ key: string; durationMs: number | null }> {
  const found = await links.findMedia(token)
  if (!found) throw refusal('gone', null)
  const access = accessTo(found.link, found.site, visitor, clock())
  if (!isReadable(access)) throw refusal(access, found.link)
  const key = getKey(found, kind)
  if (key === null) throw new AppError('not_found', 'This link doesn’t include the video.')
  return { key, durationMs: found.site.durationMs }
}

/** The poster is a frame of the video, so a link shows both or neither. */
function getKey({ link, site }: LinkMedia, kind: MediaKind): string | null {
  if (!link.withVideo || !isVideoReady(site)) return null
  return kind === 'video' ? site.videoUrl : site.posterKey
}
