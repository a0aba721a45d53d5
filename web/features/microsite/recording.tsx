import type { Microsite } from '@callfolio/shared/contract/microsite.ts'
import { isUnfinished } from '@callfolio/shared/microsite-status.ts'
import { Spinner } from '../../ui/spinner.tsx'
import { VideoFrame, VideoPlayer } from './video-player.tsx'

/** The video in whatever state it is. */
export function Recording({ microsite }: { microsite: Microsite }) {
  if (microsite.video_url === null) return <VideoFrame>No video available</VideoFrame>
  if (!microsite.video_ready) {
    if (!isUnfinished(microsite)) return <VideoFrame>No video available</VideoFrame>
    return (
      <VideoFrame>
        <Spinner label="Preparing video..." />
      </VideoFrame>
    )
  }
  return <VideoPlayer key={microsite.video_url} micrositeId={microsite.id} posterUrl={microsite.poster_url} />
}
