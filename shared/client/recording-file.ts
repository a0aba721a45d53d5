import {
  LARGE_FILE_BYTES,
  LENGTH_TOLERANCE_SECONDS,
  LONG_VIDEO_SECONDS,
  MAX_UPLOAD_BYTES,
  NOT_A_VIDEO_MESSAGE,
  tooLargeMessage,
} from '../recording-limits.ts'
import type { Plan } from '../plans.ts'

/** Endings of videos for which some systems give the browser no type. */
const VIDEO_ENDINGS = /\.(mp4|m4v|mov|avi|mkv|webm|wmv|mpe?g|ts|flv|3gp)$/i

const AUDIO_ENDINGS = /\.(m4a|mp3|wav|ogg|oga|opus|flac|aac|wma|weba)$/i
/** What a file picker of sound recordings shows. */
export const AUDIO_ACCEPT = 'audio/*,.m4a,.mp3,.wav,.ogg,.flac'
const NOT_AUDIO_MESSAGE = 'Please choose an audio or caption file.'

/** What is known of a file without opening it. */
export type FileFacts = Pick<File, 'name' | 'type' | 'size'>

/** Whether a file is a sound recording, by its type or name. */
export function isAudioFile({ name, type }: Pick<FileFacts, 'name' | 'type'>): boolean {
  return type === '' ? AUDIO_ENDINGS.test(name) : type.startsWith('audio/')
}

/** Why a file can't be uploaded as a video, or as a sound recording, as a sentence; null when it can. */
export function fileProblem(file: FileFacts, kind: 'video' | 'audio' = 'video'): string | null {
  const { name, type, size } = file
  const isVideo = type === '' ? VIDEO_ENDINGS.test(name) : type.startsWith('video/')
  if (kind === 'video' && !isVideo) return NOT_A_VIDEO_MESSAGE
  if (kind === 'audio' && !isAudioFile(file)) return NOT_AUDIO_MESSAGE
  if (size > MAX_UPLOAD_BYTES) return tooLargeMessage(size)
  return size === 0 ? 'This file is empty. Please choose another recording.' : null
}

/** What the user should know before uploading. `durationSeconds` null: unknown. */
export function fileWarnings(size: number, durationSeconds: number | null): string[] {
  return [
    ...(size > LARGE_FILE_BYTES ? ['Large file - may take longer to process'] : []),
    ...(durationSeconds !== null && durationSeconds > LONG_VIDEO_SECONDS
      ? ['Long video - may take longer to process']
      : []),
  ]
}

/** Whether a recording is longer than the plan takes. An unknown length or plan blocks nothing: the server decides. */
export function isTooLong(durationSeconds: number | null, plan: Plan | null): boolean {
  const limit = plan?.limits.videoSeconds ?? null
  return limit !== null && durationSeconds !== null && durationSeconds > limit + LENGTH_TOLERANCE_SECONDS
}
