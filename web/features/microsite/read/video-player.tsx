import { useRef, type ReactNode } from 'react'
import { buttonClass } from '@callfolio/shared/ui/button.ts'
import { canRetry } from '../../../lib/video-link.ts'
import { Spinner } from '../../../ui/spinner.tsx'
import { usePlayer } from './player-context.tsx'
import { useCaptions } from './use-captions.ts'
import { useVideoLink } from './video-link.ts'

interface VideoPlayerProps {
  micrositeId: string
  posterUrl: string | null
}

/** The recording. A swapped link (renewed, or asked for again) continues where the viewer was. */
export function VideoPlayer({ micrositeId, posterUrl }: VideoPlayerProps) {
  const [link, dispatch] = useVideoLink(micrositeId)
  const { videoRef, segments, startMs, follow } = usePlayer()
  const position = useRef({ seconds: startMs / 1000, playing: false })
  const { url, phase, retries } = link
  useCaptions(videoRef, segments, `${phase} ${retries}`)

  if (phase === 'error') {
    return (
      <VideoFrame>
        <div role="alert" className="grid justify-items-center gap-3 p-6 text-center">
          <p className="text-15 text-ink">{link.message}</p>
          {canRetry(link) && (
            <button
              type="button"
              onClick={() => dispatch({ type: 'retried' })}
              className={buttonClass('secondary', 'sm')}
            >
              Retry
            </button>
          )}
        </div>
      </VideoFrame>
    )
  }
  if (phase === 'loading' || url === null) {
    return (
      <VideoFrame>
        <Spinner label="Loading video..." />
      </VideoFrame>
    )
  }
  return (
    <video
      key={retries}
      ref={videoRef}
      src={url}
      poster={posterUrl ?? undefined}
      controls
      playsInline
      preload="metadata"
      aria-label="Recording"
      className="block aspect-video w-full rounded bg-black object-contain max-lg:max-h-[38dvh]"
      onLoadedMetadata={({ currentTarget: video }) => {
        const { seconds, playing } = position.current
        if (seconds > 0) video.currentTime = seconds
        if (playing) video.play().catch(() => undefined)
      }}
      onPlay={() => (position.current.playing = true)}
      onPause={() => (position.current.playing = false)}
      onSeeking={({ currentTarget: video }) => follow(video.currentTime * 1000)}
      onTimeUpdate={({ currentTarget: video }) => {
        // While a new link is being opened the element reports 0: not where the viewer was.
        if (video.readyState === HTMLMediaElement.HAVE_NOTHING) return
        position.current.seconds = video.currentTime
        follow(video.currentTime * 1000)
      }}
      onError={() => dispatch({ type: 'playback_failed', now: Date.now() })}
    />
  )
}

/** The place of the video while there is none to show. */
export function VideoFrame({ children }: { children: ReactNode }) {
  return (
    <div className="grid aspect-video w-full place-items-center rounded border border-line bg-surface text-15 text-muted max-lg:max-h-[38dvh]">
      {children}
    </div>
  )
}
