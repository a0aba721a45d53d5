import type { Microsite } from '@callfolio/shared/contract/microsite.ts'
import { Spinner } from '../../../ui/spinner.tsx'
import { hasVideo } from './has-video.ts'
import { VideoFrame, VideoPlayer } from './video-player.tsx'

/** The video in whatever state it is. */
export function Recording({ microsite }: { microsite: Microsite }) {
  // A line, not the place of a video that never comes.
  if (!hasVideo(microsite))
    return <p className="rounded border border-line bg-surface px-4 py-3 text-15 text-muted">No video available</p>
  if (!microsite.video_ready) {
    return (
      <VideoFrame>
        <Spinner label="Preparing video..." />
      </VideoFrame>
    )
  }
  return <VideoPlayer key={microsite.video_url} micrositeId={microsite.id} posterUrl={microsite.poster_url} />
}
