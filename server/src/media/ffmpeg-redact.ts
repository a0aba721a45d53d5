import type { TimeRange } from './media.ts'

/** ffmpeg filters for a recording's two streams, in order. */
export interface StreamFilters {
  video: readonly string[]
  audio: readonly string[]
}

/** A recorder's frame may last for seconds: at a fixed frame rate, no frame from before a range is visible in it. */
const FRAMES_PER_SECOND = 30
const SAMPLE_RATE = 48_000
/** Audio is muted in whole frames of 10 ms. */
const SAMPLES_PER_FRAME = SAMPLE_RATE / 100

/** Filters that make the video black and the audio silent in these ranges, without changing their times. */
export function redactionFilters(ranges: readonly TimeRange[]): StreamFilters {
  const inside = ranges
    .map(({ startMs, endMs }) => `between(t,${(startMs / 1000).toFixed(3)},${(endMs / 1000).toFixed(3)})`)
    .join('+')
  return {
    video: [
      // The first frame may come later than the audio; the audio's times are the transcript's.
      `fps=${FRAMES_PER_SECOND}:start_time=0`,
      'format=yuv420p',
      `drawbox=color=black:thickness=fill:enable='${inside}'`,
    ],
    audio: [
      `aresample=${SAMPLE_RATE}:async=1:first_pts=0`,
      `asetnsamples=n=${SAMPLES_PER_FRAME}:p=0`,
      `volume=volume=0:enable='${inside}'`,
    ],
  }
}
