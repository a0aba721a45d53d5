import type { VideoLink } from '@callfolio/shared/contract/microsite.ts'
import { AppError } from '../../kernel/errors.ts'
import type { OwnedMicrosite } from '../records/microsite.ts'
import { isVideoReady, signedLink, type MediaLinks } from './to-wire.ts'

/**
 * A link to the playable file, valid for an hour.
 * @throws AppError not_found when there is no video, conflict while it is being prepared.
 */
export async function videoLink(links: MediaLinks, site: OwnedMicrosite): Promise<VideoLink> {
  if (site.videoUrl === null) throw new AppError('not_found', 'No video available')
  if (!isVideoReady(site)) throw new AppError('conflict', 'Preparing video...')
  return signedLink(links, site.videoUrl)
}
