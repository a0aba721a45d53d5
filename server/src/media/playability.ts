import type { MediaInfo } from './media.ts'

export type PlayableContainer = 'mp4' | 'webm'
export type Treatment = 'copy' | 'encode' | 'drop'

/** How a file is converted for browsers: its new container, and the handling of its two streams. */
export interface PlayablePlan {
  container: PlayableContainer
  video: Treatment
  audio: Treatment
}

type Streams = Pick<MediaInfo, 'format' | 'video' | 'audio'>

/** Codecs that Chrome, Firefox and Safari all play. */
const CODECS: Record<PlayableContainer, { video: string[]; audio: string[] }> = {
  mp4: { video: ['h264', 'vp9'], audio: ['aac', 'opus', 'mp3'] },
  webm: { video: ['vp8', 'vp9'], audio: ['opus'] },
}
/** 8 bit, 4:2:0; hardware decoders refuse the rest. */
const PIXEL_FORMATS = ['yuv420p', 'yuvj420p']

/** AVI does not store presentation times, so copied H.264 would show its frames in the wrong order. */
const FORMATS_WITHOUT_TIMES = ['avi']

/** Copies what already fits; a WebM stays WebM as long as its video can be copied, everything else becomes MP4. */
export function planPlayable(info: Streams): PlayablePlan {
  const container = staysWebm(info) ? 'webm' : 'mp4'
  return {
    container,
    video: info.video === null ? 'drop' : copiesVideo(info, info.video, container) ? 'copy' : 'encode',
    audio: info.audio === null ? 'drop' : copiesAudio(info.audio, container) ? 'copy' : 'encode',
  }
}

/** The plan that transcodes everything: for streams that can't be copied although their codecs fit. */
export function planTranscode(info: Streams): PlayablePlan {
  return {
    container: 'mp4',
    video: info.video === null ? 'drop' : 'encode',
    audio: info.audio === null ? 'drop' : 'encode',
  }
}

export function encodesNothing(plan: PlayablePlan): boolean {
  return plan.video !== 'encode' && plan.audio !== 'encode'
}

/** A player plays one track, and a phone plays it in mono. */
function copiesAudio({ codec, tracks }: NonNullable<MediaInfo['audio']>, container: PlayableContainer): boolean {
  return CODECS[container].audio.includes(codec) && tracks.length === 1 && tracks[0]?.onlyChannel === null
}

function staysWebm({ format, video }: Streams): boolean {
  if (video === null || FORMATS_WITHOUT_TIMES.includes(format) || !videoFits(video, 'webm')) return false
  return format.includes('webm') || !videoFits(video, 'mp4')
}

function copiesVideo(
  { format }: Streams,
  video: NonNullable<MediaInfo['video']>,
  container: PlayableContainer,
): boolean {
  return videoFits(video, container) && !FORMATS_WITHOUT_TIMES.includes(format)
}

function videoFits(video: NonNullable<MediaInfo['video']>, container: PlayableContainer): boolean {
  return CODECS[container].video.includes(video.codec) && PIXEL_FORMATS.includes(video.pixelFormat ?? '')
}
