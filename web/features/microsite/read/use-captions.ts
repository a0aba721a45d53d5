import { useEffect, type RefObject } from 'react'
import type { Segment } from '@callfolio/shared/contract/transcript.ts'

/** Offers the transcript as captions in the player; off until the viewer turns them on. `mounted` names the element's life. */
export function useCaptions(
  videoRef: RefObject<HTMLVideoElement | null>,
  segments: readonly Segment[],
  mounted: unknown,
): void {
  useEffect(() => {
    const video = videoRef.current
    if (video === null || segments.length === 0) return undefined
    const track =
      [...video.textTracks].find(({ kind }) => kind === 'captions') ?? video.addTextTrack('captions', 'Transcript')
    // A disabled track has no cues to take back.
    track.mode = 'hidden'
    const cues = segments.map(({ start_ms, end_ms, speaker, text }) => {
      return new VTTCue(start_ms / 1000, end_ms / 1000, speaker === null ? text : `${speaker}: ${text}`)
    })
    cues.forEach((cue) => track.addCue(cue))
    return () => cues.forEach((cue) => track.removeCue(cue))
  }, [videoRef, segments, mounted])
}
