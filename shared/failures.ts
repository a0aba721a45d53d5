import type { ErrorCode } from './contract/api-error.ts'
import type { MicrositeCard } from './contract/microsite.ts'
import { getCount, formatLength, formatLengthOver } from './format.ts'
import { LONGEST_RECORDING_SECONDS, NOT_A_VIDEO_MESSAGE } from './recording-limits.ts'

/** Shown when the server's disk is full or not writable; the operator finds the details in the log. */
export const STORAGE_FULL_MESSAGE = 'This server can’t save anything right now. Try again later, or contact your admin.'

/** What the person can do about a failure. */
export type WayOut = 'upgrade' | 'choose_file' | 'sign_in' | 'try_again' | 'wait' | 'add_transcript' | 'contact'

/**
 * Whether a retry can help: automatically, later (`automatic`: programs keep retrying); by hand, after the person
 * took the suggested action (`manual`); or never.
 */
export type Retry = 'automatic' | 'manual' | 'never'

/** Why the server failed to process a recording. */
type RecordingFailureCode =
  | 'processing_failed'
  | 'too_long'
  | 'longer_than_any_plan'
  | 'upload_gone'
  | 'unreadable_video'
  | 'empty_file'
  | 'incomplete_file'
  | 'no_streams'
  | 'no_length'
  | 'picture_too_large'
  | 'not_convertible'
  | 'playable_too_large'
  | 'unreadable_sound'
  | 'unreadable_captions'
  | 'probe_timed_out'
  | 'media_tools_missing'
  | 'media_tools_stopped'
  | 'disk_full'
  | 'no_audio'
  | 'words_gone'
  | 'engine_missing'
  | 'engine_unusable'
  | 'engine_stopped'
  | 'work_stopped'
  | 'work_timed_out'
  | 'captions_too_large'
  | 'analyst_missing'
  | 'model_unusable'
  | 'model_stopped'
  | 'model_memory'
  | 'recap_failed'
  | 'recap_timed_out'
  | 'ai_unreachable'
  | 'ai_timed_out'
  | 'ai_busy'
  | 'ai_failed'
  | 'ai_key_refused'
  | 'ai_quota_used_up'
  | 'ai_misconfigured'
  | 'ai_refused'
  | 'ai_unreadable'

/** Failures without an answer from the server. */
type BrowserFailureCode =
  | 'unreachable'
  | 'file_missing'
  | 'file_unreadable'
  | 'nobody_heard'
  | 'microsite_gone'
  | 'waiting_timed_out'

/** All failures that a person can see. */
export type FailureCode = ErrorCode | RecordingFailureCode | BrowserFailureCode

interface FailureKind {
  /** Default message, unless the failing code has a more specific one. */
  sentence: string
  retry: Retry
  /** Null: there is no next step. */
  wayOut: WayOut | null
}

const kind = <R extends Retry>(sentence: string, retry: R, wayOut: WayOut | null) => ({ sentence, retry, wayOut })

/** Message for a file that can't be read. */
export function unreadableMessage(name: string): string {
  return `We couldn’t read ${name}. It may be damaged; export it again.`
}

/** The single classification of failures, for server, web app and extension. */
export const FAILURES = {
  invalid_request: kind('Invalid request.', 'never', null),
  no_authorization: kind('You must be signed in', 'manual', 'sign_in'),
  bad_jwt: kind('Your session has ended. Sign in again.', 'manual', 'sign_in'),
  session_not_found: kind('Your session has ended. Sign in again.', 'manual', 'sign_in'),
  password_required: kind('This page needs a password.', 'manual', null),
  email_required: kind('This page needs an email address.', 'manual', null),
  forbidden: kind('You don’t have permission to do this.', 'never', null),
  insufficient_aal: kind('Complete two-step sign-in to continue.', 'manual', 'sign_in'),
  not_found: kind('Not found.', 'never', null),
  PGRST116: kind('No subscription found.', 'never', null),
  misdirected_request: kind('This server isn’t available at this address.', 'never', null),
  conflict: kind('Another change is in progress.', 'automatic', 'wait'),
  link_expired: kind('This link has expired.', 'never', null),
  payload_too_large: kind('This file is too large.', 'never', 'choose_file'),
  not_a_video: kind(NOT_A_VIDEO_MESSAGE, 'never', 'choose_file'),
  upload_incomplete: kind('The upload isn’t complete yet.', 'automatic', 'wait'),
  microsite_limit_reached: kind('You’ve reached this month’s microsite limit.', 'manual', 'upgrade'),
  tag_limit_reached: kind('You’ve reached your plan’s tag limit.', 'manual', 'upgrade'),
  storage_limit_reached: kind('You’ve reached your plan’s storage limit.', 'manual', 'upgrade'),
  open_uploads_limit_reached: kind(
    'You have too many unfinished uploads. Finish or discard one first.',
    'manual',
    'try_again',
  ),
  too_many_requests: kind('Too many requests. Wait a minute and try again.', 'automatic', 'wait'),
  internal: kind('Something went wrong on the server. Try again.', 'automatic', 'try_again'),
  unavailable: kind('The server is busy.', 'automatic', 'try_again'),
  insufficient_storage: kind(STORAGE_FULL_MESSAGE, 'automatic', 'wait'),

  processing_failed: kind('Processing failed', 'manual', 'try_again'),
  too_long: kind('This video is too long for your plan.', 'manual', 'upgrade'),
  longer_than_any_plan: kind('This video is longer than any plan allows.', 'manual', 'choose_file'),
  upload_gone: kind('The uploaded file is gone. Upload it again.', 'never', 'choose_file'),
  // A file can be repaired or restored in place, and a newer version may read more: a manual retry stays possible.
  unreadable_video: kind(unreadableMessage('this file'), 'manual', 'choose_file'),
  empty_file: kind('This file is empty.', 'manual', 'choose_file'),
  incomplete_file: kind(
    'The file is incomplete or damaged: the end of the recording is missing.',
    'manual',
    'choose_file',
  ),
  no_streams: kind('This file has no video or audio.', 'manual', 'choose_file'),
  no_length: kind('This video is 0 seconds long.', 'manual', 'choose_file'),
  picture_too_large: kind('This video’s resolution is too high.', 'manual', 'choose_file'),
  not_convertible: kind(
    'We couldn’t convert this video. The file is damaged or in an unsupported format.',
    'manual',
    'choose_file',
  ),
  playable_too_large: kind('This video is too large after conversion.', 'manual', 'choose_file'),
  unreadable_sound: kind('We couldn’t read this recording’s audio.', 'manual', 'add_transcript'),
  unreadable_captions: kind('We couldn’t read the captions inside this video.', 'manual', 'add_transcript'),
  probe_timed_out: kind('Reading this file took too long.', 'automatic', 'try_again'),
  media_tools_missing: kind('The server couldn’t start its video tools.', 'automatic', 'contact'),
  media_tools_stopped: kind('Video processing stopped unexpectedly.', 'automatic', 'try_again'),
  disk_full: kind('The server’s disk is full.', 'automatic', 'contact'),
  no_audio: kind('This recording has no audio track. You can add a transcript.', 'manual', 'add_transcript'),
  words_gone: kind(
    'The original transcription is no longer stored. Transcribe the recording again.',
    'manual',
    'add_transcript',
  ),
  engine_missing: kind('This speech engine isn’t set up on this server.', 'manual', 'add_transcript'),
  engine_unusable: kind('The server’s speech engine isn’t working.', 'manual', 'add_transcript'),
  engine_stopped: kind('The server’s speech engine stopped before it finished.', 'automatic', 'try_again'),
  work_stopped: kind(
    'Processing stopped twice. This recording may need more memory than the server has.',
    'manual',
    'try_again',
  ),
  work_timed_out: kind('Processing took too long.', 'manual', 'try_again'),
  captions_too_large: kind('These captions are too large.', 'manual', 'add_transcript'),
  analyst_missing: kind('This recap engine is no longer set up.', 'manual', 'contact'),
  model_unusable: kind('This server’s recap model isn’t working.', 'manual', 'contact'),
  model_stopped: kind('This server’s recap model stopped before it finished.', 'automatic', 'try_again'),
  model_memory: kind('This server’s recap model needs more free memory.', 'automatic', 'try_again'),
  recap_failed: kind('We couldn’t write a recap of this call.', 'manual', 'try_again'),
  recap_timed_out: kind('The recap took too long.', 'automatic', 'try_again'),
  ai_unreachable: kind('The AI server can’t be reached.', 'automatic', 'try_again'),
  ai_timed_out: kind('The AI server didn’t respond in time.', 'automatic', 'try_again'),
  ai_busy: kind('The AI server is busy.', 'automatic', 'try_again'),
  ai_failed: kind('The AI server failed.', 'automatic', 'try_again'),
  ai_key_refused: kind(
    'The AI server refused the key. An admin can change it in Settings → Engines.',
    'manual',
    'contact',
  ),
  ai_quota_used_up: kind('The AI server has no quota left.', 'manual', 'contact'),
  ai_misconfigured: kind('The AI server doesn’t know this model or address.', 'manual', 'contact'),
  ai_refused: kind('The AI server refused the request.', 'manual', 'add_transcript'),
  ai_unreadable: kind('The AI server sent an unreadable response.', 'manual', 'try_again'),

  unreachable: kind('Can’t reach the server. Try again.', 'automatic', 'try_again'),
  file_missing: kind('No file selected', 'manual', 'choose_file'),
  file_unreadable: kind('We can’t read the file anymore. Choose it again.', 'manual', 'choose_file'),
  nobody_heard: kind('No captions were collected, so we can’t create a microsite.', 'never', null),
  microsite_gone: kind('Failed to fetch microsite data.', 'manual', 'try_again'),
  waiting_timed_out: kind(
    'Microsite processing timed out. Please try refreshing the page in a minute.',
    'manual',
    'try_again',
  ),
} as const satisfies Record<FailureCode, FailureKind>

/** Codes that a later attempt may fix without user action. */
export type TransientCode = {
  [Code in FailureCode]: (typeof FAILURES)[Code]['retry'] extends 'automatic' ? Code : never
}[FailureCode]

/** Label of the suggested action, for its button or link, and the line shown where there is none. Null: no label. */
export const WAYS_OUT: Record<WayOut, { action: string | null; hint: string | null }> = {
  upgrade: { action: 'Upgrade Plan', hint: 'Upgrade to continue.' },
  choose_file: { action: 'Choose another file', hint: 'Try a different recording of this call.' },
  sign_in: { action: 'Sign in', hint: 'Sign in to continue.' },
  try_again: { action: 'Retry Processing', hint: null },
  wait: { action: null, hint: 'Wait a minute and try again.' },
  add_transcript: { action: 'Paste or upload a transcript', hint: null },
  contact: { action: null, hint: 'Contact your admin, then retry.' },
}

/**
 * A failure as passed between pages. `code` may be known only to a newer server: then use the accompanying `message`
 * and `retryable`.
 */
export interface Failure {
  code: string
  message: string
  /** Whether a retry can help. */
  retryable: boolean
}

/** The failure for a known code. @param message one sentence for the person. */
export function failure(code: FailureCode, message: string = FAILURES[code].sentence): Failure {
  return { code, message, retryable: FAILURES[code].retry !== 'never' }
}

/** Why a microsite could not be made, as shown on its card. */
export function failureOfMicrosite(card: Pick<MicrositeCard, 'error_message' | 'failure'>): Failure {
  const general = failure('processing_failed')
  return { ...general, ...card.failure, message: card.error_message ?? general.message }
}

/** True for a code known to this version. */
export function isFailureCode(code: string): code is FailureCode {
  return Object.hasOwn(FAILURES, code)
}

/** The suggested action for a failure; null: none. */
export function getWayOut({ code, retryable }: Pick<Failure, 'code' | 'retryable'>): WayOut | null {
  if (isFailureCode(code)) return FAILURES[code].wayOut
  return retryable ? 'try_again' : null
}

/** Whether a program keeps retrying automatically. A code known only to a newer server follows its `retryable`. */
export function isTransient({ code, retryable }: Pick<Failure, 'code' | 'retryable'>): boolean {
  return isFailureCode(code) ? FAILURES[code].retry === 'automatic' : retryable
}

/** Why a recording longer than every plan's limit is rejected. @param seconds its duration. */
export function longerThanAnyPlanMessage(seconds: number): string {
  const limit = getCount(LONGEST_RECORDING_SECONDS / 3600, 'hour')
  return `This video is too long: it runs ${formatLength(seconds * 1000)}, and videos can be up to ${limit}.`
}

/**
 * Why a recording longer than its plan's limit is rejected.
 * @param seconds its duration. @param limitSeconds the longest duration allowed.
 */
export function tooLongMessage(seconds: number, limitSeconds: number): string {
  const limit = limitSeconds < 60 ? getCount(limitSeconds, 'second') : getCount(Math.floor(limitSeconds / 60), 'minute')
  return `This video is too long: it runs ${formatLengthOver(seconds, limitSeconds)}, and your plan allows videos up to ${limit}.`
}
