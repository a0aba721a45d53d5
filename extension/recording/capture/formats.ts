/** Options of a MediaRecorder. */
export interface RecordingFormat {
  mimeType: string
  options: MediaRecorderOptions & { videoKeyFrameIntervalDuration?: number }
}

/** Enough for slides, faces and small text at 720p and 15 frames per second. Bits per second. */
const VIDEO_BITS = 1_250_000
const AUDIO_BITS = 96_000
const SIDE_BITS = 48_000
/** The most that an hour takes: the call, and the sound of each side. */
export const LARGEST_HOUR_BYTES = ((VIDEO_BITS + AUDIO_BITS + 2 * SIDE_BITS) / 8) * 3600
/** MP4 is written in fragments, from key frame to key frame: without this a crash would lose several seconds. */
const KEY_FRAME_MS = 1000

const video = { videoBitsPerSecond: VIDEO_BITS, audioBitsPerSecond: AUDIO_BITS }
/**
 * MP4 plays everywhere and contains its duration; VP8 is for browsers without H.264. VP9 would need several times the
 * CPU.
 */
const CALL_FORMATS: readonly RecordingFormat[] = [
  { mimeType: 'video/mp4;codecs=avc1,opus', options: { ...video, videoKeyFrameIntervalDuration: KEY_FRAME_MS } },
  { mimeType: 'video/webm;codecs=vp8,opus', options: video },
]
const SOUND_FORMATS: readonly RecordingFormat[] = [
  { mimeType: 'audio/webm;codecs=opus', options: { audioBitsPerSecond: SIDE_BITS } },
]

/** The formats to try for picture and audio, in order. The browser's claim is no proof: see `recordTracks`. */
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

/** Maximum recorded picture size, pixels. */
export const LARGEST_PICTURE: PictureSize = { width: 1280, height: 720 }

/**
 * The size to record a picture at: its own, scaled down in proportion if necessary, and even, as encoders require.
 */
export function recordedSize({ width, height }: PictureSize, largest = LARGEST_PICTURE): PictureSize {
  const scale = Math.min(1, largest.width / width, largest.height / height)
  const even = (pixels: number): number => Math.max(2, 2 * Math.floor((pixels * scale) / 2))
  return { width: even(width), height: even(height) }
}

/** Below 640 × 480 Chromium encodes in the recorder's own process, which works even if a hardware encoder hangs. */
const LIGHT_PICTURE: PictureSize = { width: 640, height: 360 }
const LIGHT_FRAMES_PER_SECOND = 5

/**
 * The picture on a machine that is too slow for the default.
 * @param size its own, pixels.
 * @param isRecorded if so it keeps its size: an MP4 can't change it.
 */
export function lightPicture(size: Partial<PictureSize>, isRecorded: boolean): MediaTrackConstraints {
  const own = { ...LARGEST_PICTURE, ...size }
  const { width, height } = isRecorded ? own : recordedSize(own, LIGHT_PICTURE)
  return { width: { max: width }, height: { max: height }, frameRate: { max: LIGHT_FRAMES_PER_SECOND } }
}
