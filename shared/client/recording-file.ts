import {
  LARGE_FILE_BYTES,
  LENGTH_TOLERANCE_SECONDS,
  LONG_VIDEO_SECONDS,
  MAX_UPLOAD_BYTES,
  NOT_A_VIDEO_MESSAGE,
  tooLargeMessage,
} from '../recording-limits.ts'
import type { Plan } from '../plans.ts'

/** Extensions of videos for which some systems give the browser no type. */
const VIDEO_ENDINGS = /\.(mp4|m4v|mov|avi|mkv|webm|wmv|mpe?g|ts|flv|3gp)$/i

const AUDIO_ENDINGS = /\.(m4a|mp3|wav|ogg|oga|opus|flac|aac|wma|weba)$/i
/** The `accept` filter for audio recordings. */
export const AUDIO_ACCEPT = 'audio/*,.m4a,.mp3,.wav,.ogg,.flac'
const NOT_AUDIO_MESSAGE = 'Choose an audio or transcript file.'

/** File metadata available without opening it. */
export type FileFacts = Pick<File, 'name' | 'type' | 'size'>

/** Whether a file is an audio recording, by its type or name. */
export function isAudioFile({ name, type }: Pick<FileFacts, 'name' | 'type'>): boolean {
  return type === '' ? AUDIO_ENDINGS.test(name) : type.startsWith('audio/')
}

/** Why a file can't be uploaded as a video or an audio recording, as a sentence; null if it can. */
export function fileProblem(file: FileFacts, kind: 'video' | 'audio' = 'video'): string | null {
  const { name, type, size } = file
  const isVideo = type === '' ? VIDEO_ENDINGS.test(name) : type.startsWith('video/')
  if (kind === 'video' && !isVideo) return NOT_A_VIDEO_MESSAGE
  if (kind === 'audio' && !isAudioFile(file)) return NOT_AUDIO_MESSAGE
  if (size > MAX_UPLOAD_BYTES) return tooLargeMessage(size)
  return size === 0 ? 'This file is empty. Choose another recording.' : null
}

/** Notes for the user before uploading. `durationSeconds` null: unknown. */
export function fileWarnings(size: number, durationSeconds: number | null): string[] {
  return [
    ...(size > LARGE_FILE_BYTES ? ['Large file - may take longer to process'] : []),
    ...(durationSeconds !== null && durationSeconds > LONG_VIDEO_SECONDS
      ? ['Long video - may take longer to process']
      : []),
  ]
}

/** Whether a recording exceeds the plan's limit. An unknown length or plan blocks nothing: the server decides. */
export function isTooLong(durationSeconds: number | null, plan: Plan | null): boolean {
  const limit = plan?.limits.videoSeconds ?? null
  return limit !== null && durationSeconds !== null && durationSeconds > limit + LENGTH_TOLERANCE_SECONDS
}
