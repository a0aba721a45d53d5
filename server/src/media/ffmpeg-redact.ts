import type { TimeRange } from './media.ts'

/** ffmpeg's filters of a recording's two streams, in their order. */
export interface StreamFilters {
  video: readonly string[]
  audio: readonly string[]
}

/** A recorder's frame may last for seconds: with frames at a fixed rate none that began before a range is seen in it. */
const FRAMES_PER_SECOND = 30
const SAMPLE_RATE = 48_000
/** Sound is switched off for whole frames: of 10 ms. */
const SAMPLES_PER_FRAME = SAMPLE_RATE / 100

/** Filters that make a picture black and its sound silent in these ranges, and change nothing of their times. */
export function redactionFilters(ranges: readonly TimeRange[]): StreamFilters {
  const inside = ranges
    .map(({ startMs, endMs }) => `between(t,${(startMs / 1000).toFixed(3)},${(endMs / 1000).toFixed(3)})`)
    .join('+')
  return {
    video: [
      // The first frame may come later than the sound; the sound's times are the transcript's.
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
