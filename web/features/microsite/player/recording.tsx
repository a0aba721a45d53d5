import { useEffect, useRef, type ReactNode, type RefObject } from 'react'
import type { Microsite } from '@callfolio/shared/contract/microsite.ts'
import { formatDay } from '@callfolio/shared/format.ts'
import { isUnfinished } from '@callfolio/shared/progress/microsite-status.ts'
import { Button } from '@callfolio/shared/ui/button.tsx'
import type { Segment } from '@callfolio/shared/contract/transcript.ts'
import { Spinner } from '../../../ui/spinner.tsx'
import { canRetry, useVideoLink } from './video-link.ts'
import { usePlayer } from './player-context.tsx'

/** The video in any state. */
export function Recording({ microsite }: { microsite: Microsite }) {
  // A line of text, not the placeholder of a video that never comes.
  if (!hasVideo(microsite))
    return (
      <p className="rounded border border-line bg-surface px-4 py-3 text-15 text-muted">
        {microsite.redacting !== undefined
          ? 'Playback is off until the redacted recording is ready.'
          : microsite.recording_removed_at === null
            ? 'No video available'
            : `Your retention settings deleted the recording on ${formatDay(microsite.recording_removed_at)}.`}
      </p>
    )
  if (!microsite.video_ready) {
    return (
      <VideoFrame>
        <Spinner label="Preparing video..." />
      </VideoFrame>
    )
  }
  return <VideoPlayer key={microsite.video_url} micrositeId={microsite.id} posterUrl={microsite.poster_url} />
}

/** Whether a microsite has a video to show, or will have one when processing has finished. */
export function hasVideo(microsite: Pick<Microsite, 'video_url' | 'video_ready' | 'status'>): boolean {
  return microsite.video_url !== null && (microsite.video_ready || isUnfinished(microsite))
}

interface VideoPlayerProps {
  micrositeId: string
  posterUrl: string | null
}

/** The recording. A replaced link (renewed, or requested again) continues where the viewer was. */
function VideoPlayer({ micrositeId, posterUrl }: VideoPlayerProps) {
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
            <Button variant="secondary" size="sm" onClick={() => dispatch({ type: 'retried' })}>
              Retry
            </Button>
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
        // While a new link is being opened the element reports 0, which is not where the viewer was.
        if (video.readyState === HTMLMediaElement.HAVE_NOTHING) return
        position.current.seconds = video.currentTime
        follow(video.currentTime * 1000)
      }}
      onError={() => dispatch({ type: 'playback_failed', now: Date.now() })}
    />
  )
}

/** The placeholder while there is no video to show. */
function VideoFrame({ children }: { children: ReactNode }) {
  return (
    <div className="grid aspect-video w-full place-items-center rounded border border-line bg-surface text-15 text-muted max-lg:max-h-[38dvh]">
      {children}
    </div>
  )
}

/**
 * Provides the transcript as captions in the player; off until the viewer turns them on. `mounted` identifies the
 * element instance.
 */
function useCaptions(
  videoRef: RefObject<HTMLVideoElement | null>,
  segments: readonly Segment[],
  mounted: unknown,
): void {
  useEffect(() => {
    const video = videoRef.current
    if (video === null || segments.length === 0) return undefined
    const track =
      [...video.textTracks].find(({ kind }) => kind === 'captions') ?? video.addTextTrack('captions', 'Transcript')
    // A disabled track has no cues to remove.
    track.mode = 'hidden'
    const cues = segments.map(({ start_ms, end_ms, speaker, text }) => {
      return new VTTCue(start_ms / 1000, end_ms / 1000, speaker === null ? text : `${speaker}: ${text}`)
    })
    cues.forEach((cue) => track.addCue(cue))
    return () => cues.forEach((cue) => track.removeCue(cue))
  }, [videoRef, segments, mounted])
}
