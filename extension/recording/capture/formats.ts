/** What a MediaRecorder is asked for. */
export interface RecordingFormat {
  mimeType: string
  options: MediaRecorderOptions & { videoKeyFrameIntervalDuration?: number }
}

/** Enough for slides, faces and small text at 720p and 15 frames a second; an hour is about 600 MB. Bits a second. */
const VIDEO_BITS = 1_250_000
const AUDIO_BITS = 96_000
/** MP4 is written fragment by fragment, from key frame to key frame: without this several seconds would be at stake. */
const KEY_FRAME_MS = 1000

const video = { videoBitsPerSecond: VIDEO_BITS, audioBitsPerSecond: AUDIO_BITS }
/** MP4 plays everywhere and says how long it is; VP8 is for browsers without H.264. VP9 would cost several times as much. */
const CALL_FORMATS: readonly RecordingFormat[] = [
  { mimeType: 'video/mp4;codecs=avc1,opus', options: { ...video, videoKeyFrameIntervalDuration: KEY_FRAME_MS } },
  { mimeType: 'video/webm;codecs=vp8,opus', options: video },
]
const SOUND_FORMATS: readonly RecordingFormat[] = [
  { mimeType: 'audio/webm;codecs=opus', options: { audioBitsPerSecond: 48_000 } },
]

/** The formats worth trying for picture and sound, in order. The browser's claim is no proof: see `recordTracks`. */
export function callFormats(isSupported: (mimeType: string) => boolean): RecordingFormat[] {
  return CALL_FORMATS.filter(({ mimeType }) => isSupported(mimeType))
}

/** The same for audio only. */
export function soundFormats(isSupported: (mimeType: string) => boolean): RecordingFormat[] {
  return SOUND_FORMATS.filter(({ mimeType }) => isSupported(mimeType))
}

interface PictureSize {
  width: number
  height: number
}

/** Largest picture that is recorded, pixels. */
export const LARGEST_PICTURE: PictureSize = { width: 1280, height: 720 }

/** The size to record a picture at: its own, made smaller in proportion if need be, and even, as encoders want it. */
export function recordedSize({ width, height }: PictureSize, largest = LARGEST_PICTURE): PictureSize {
  const scale = Math.min(1, largest.width / width, largest.height / height)
  const even = (pixels: number): number => Math.max(2, 2 * Math.floor((pixels * scale) / 2))
  return { width: even(width), height: even(height) }
}

/** Below 640 × 480 Chromium encodes in the recorder's own process, so that it works where a hardware encoder hangs. */
const LIGHT_PICTURE: PictureSize = { width: 640, height: 360 }
const LIGHT_FRAMES_PER_SECOND = 5

/**
 * The picture on a machine that is too slow for the usual one.
 * @param size its own, pixels.
 * @param isRecorded it keeps its size then: an MP4 can't change it.
 */
export function lightPicture(size: Partial<PictureSize>, isRecorded: boolean): MediaTrackConstraints {
  const own = { ...LARGEST_PICTURE, ...size }
  const { width, height } = isRecorded ? own : recordedSize(own, LIGHT_PICTURE)
  return { width: { max: width }, height: { max: height }, frameRate: { max: LIGHT_FRAMES_PER_SECOND } }
}
