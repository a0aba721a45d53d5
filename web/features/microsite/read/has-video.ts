import type { Microsite } from '@callfolio/shared/contract/microsite.ts'
import { isUnfinished } from '@callfolio/shared/microsite-status.ts'

/** Whether a microsite has a video to show, or will have one once the work on it is done. */
export function hasVideo(microsite: Pick<Microsite, 'video_url' | 'video_ready' | 'status'>): boolean {
  return microsite.video_url !== null && (microsite.video_ready || isUnfinished(microsite))
}
