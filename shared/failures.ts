import type { ErrorCode } from './contract/api-error.ts'
import type { MicrositeCard } from './contract/microsite.ts'
import { countOf, formatLength, formatLengthOver } from './format.ts'
import { LONGEST_RECORDING_SECONDS, NOT_A_VIDEO_MESSAGE } from './recording-limits.ts'

/** For a person who finds the server's disk full or not writable; its operator has the details in the log. */
export const STORAGE_FULL_MESSAGE =
  'This server can’t store anything at the moment. Its operator has to see to its disk; please try again later.'

/** What the person can do about a failure. */
export type WayOut = 'upgrade' | 'choose_file' | 'sign_in' | 'try_again' | 'wait' | 'add_transcript' | 'contact'

/**
 * Whether the same can end otherwise: by itself, later (`automatic`: programs go on trying); at another try by hand, where
 * there is a way out after that was taken (`manual`); or not at all.
 */
export type Retry = 'automatic' | 'manual' | 'never'

/** Why the work on a recording failed on the server. */
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

/** What fails without an answer of the server. */
type BrowserFailureCode =
  | 'unreachable'
  | 'file_missing'
  | 'file_unreadable'
  | 'nobody_heard'
  | 'microsite_gone'
  | 'waiting_timed_out'

/** Every way in which something can fail that a person sees. */
export type FailureCode = ErrorCode | RecordingFailureCode | BrowserFailureCode

interface FailureKind {
  /** What a person reads unless the code that fails knows more. */
  sentence: string
  retry: Retry
  /** Null: nothing leads on. */
  wayOut: WayOut | null
}

const kind = <R extends Retry>(sentence: string, retry: R, wayOut: WayOut | null) => ({ sentence, retry, wayOut })

/** What is said of a file that can't be read. */
export function unreadableMessage(name: string): string {
  return `We couldn't read ${name}. It may be damaged; export it again.`
}

/** The one classification of failures, for the server, the web app and the extension. */
export const FAILURES = {
  invalid_request: kind('The request could not be read.', 'never', null),
  no_authorization: kind('You must be signed in', 'manual', 'sign_in'),
  bad_jwt: kind('The access token is not valid.', 'manual', 'sign_in'),
  session_not_found: kind('The session has ended.', 'manual', 'sign_in'),
  password_required: kind('This page needs a password.', 'manual', null),
  email_required: kind('This page needs an e-mail address.', 'manual', null),
  forbidden: kind('This is not allowed.', 'never', null),
  insufficient_aal: kind('The account has a second factor, which this session lacks.', 'manual', 'sign_in'),
  not_found: kind('There is nothing here.', 'never', null),
  PGRST116: kind('No subscription found.', 'never', null),
  misdirected_request: kind('This server does not answer at this address.', 'never', null),
  conflict: kind('Something else is being done with it.', 'automatic', 'wait'),
  link_expired: kind('This link has expired.', 'never', null),
  payload_too_large: kind('This file is too large.', 'never', 'choose_file'),
  not_a_video: kind(NOT_A_VIDEO_MESSAGE, 'never', 'choose_file'),
  upload_incomplete: kind('The upload is not finished yet.', 'automatic', 'wait'),
  microsite_limit_reached: kind('The microsites of this month are used up.', 'manual', 'upgrade'),
  tag_limit_reached: kind('The tags of this plan are used up.', 'manual', 'upgrade'),
  storage_limit_reached: kind('The room of this plan is used up.', 'manual', 'upgrade'),
  open_uploads_limit_reached: kind('There are too many unfinished uploads.', 'manual', 'try_again'),
  too_many_requests: kind('Too many requests. Please wait a little and try again.', 'automatic', 'wait'),
  internal: kind('Something went wrong on the server. Please try again.', 'automatic', 'try_again'),
  unavailable: kind('The server is busy.', 'automatic', 'try_again'),
  insufficient_storage: kind(STORAGE_FULL_MESSAGE, 'automatic', 'wait'),

  processing_failed: kind('Processing failed', 'manual', 'try_again'),
  too_long: kind('This video is too long for the plan.', 'manual', 'upgrade'),
  longer_than_any_plan: kind('This video is longer than any plan takes.', 'manual', 'choose_file'),
  upload_gone: kind('The uploaded file is no longer there. Please upload it again.', 'never', 'choose_file'),
  // A file can be repaired or restored where it lies, and a newer version may read more: a try by hand stays possible.
  unreadable_video: kind(unreadableMessage('this file'), 'manual', 'choose_file'),
  empty_file: kind('This file is empty: it has no bytes.', 'manual', 'choose_file'),
  incomplete_file: kind(
    'The file is incomplete or damaged: the end of the recording is missing, so it cannot be played.',
    'manual',
    'choose_file',
  ),
  no_streams: kind('This file has neither a picture nor sound.', 'manual', 'choose_file'),
  no_length: kind('This video is 0 seconds long: there is nothing in it to play.', 'manual', 'choose_file'),
  picture_too_large: kind('The picture of this video is too large.', 'manual', 'choose_file'),
  not_convertible: kind(
    'This video cannot be converted: the file is damaged or in a form that this server cannot read.',
    'manual',
    'choose_file',
  ),
  playable_too_large: kind('This video is too large once it is made playable.', 'manual', 'choose_file'),
  unreadable_sound: kind('The sound of this recording cannot be read.', 'manual', 'add_transcript'),
  unreadable_captions: kind('The captions inside this video cannot be read.', 'manual', 'add_transcript'),
  probe_timed_out: kind('Looking into this file took too long.', 'automatic', 'try_again'),
  media_tools_missing: kind('The video tools of this server could not be started.', 'automatic', 'contact'),
  media_tools_stopped: kind('The video tools of this server were stopped.', 'automatic', 'try_again'),
  disk_full: kind('The disk of this server is full.', 'automatic', 'contact'),
  no_audio: kind('This recording has no audio track. A transcript can be added later.', 'manual', 'add_transcript'),
  words_gone: kind(
    'What was heard in this recording is not kept any more. It can be transcribed again.',
    'manual',
    'add_transcript',
  ),
  engine_missing: kind('This speech engine is not set up on this server.', 'manual', 'add_transcript'),
  engine_unusable: kind('The speech engine of this server cannot be used.', 'manual', 'add_transcript'),
  engine_stopped: kind('The speech engine of this server stopped before it was done.', 'automatic', 'try_again'),
  work_stopped: kind(
    'The work on this recording ended twice before it was done. It may need more memory than this server has.',
    'manual',
    'try_again',
  ),
  work_timed_out: kind('The work on this recording took too long.', 'manual', 'try_again'),
  captions_too_large: kind('These captions are too large.', 'manual', 'add_transcript'),
  analyst_missing: kind('This analyst is not set up any more.', 'manual', 'contact'),
  model_unusable: kind('The writing model of this server cannot be used.', 'manual', 'contact'),
  model_stopped: kind('The writing model of this server was stopped before it was done.', 'automatic', 'try_again'),
  model_memory: kind('There is too little free memory for the writing model of this server.', 'automatic', 'try_again'),
  recap_failed: kind('No recap could be made of this call.', 'manual', 'try_again'),
  recap_timed_out: kind('The recap took too long.', 'automatic', 'try_again'),
  ai_unreachable: kind('The AI server could not be reached.', 'automatic', 'try_again'),
  ai_timed_out: kind('The AI server did not answer in time.', 'automatic', 'try_again'),
  ai_busy: kind('The AI server is busy.', 'automatic', 'try_again'),
  ai_failed: kind('The AI server failed.', 'automatic', 'try_again'),
  ai_key_refused: kind(
    'The AI server refused the key. Whoever runs this server has to check it, in Settings → Engines or OPENAI_API_KEY.',
    'manual',
    'contact',
  ),
  ai_quota_used_up: kind("The AI server says that the account's quota is used up.", 'manual', 'contact'),
  ai_misconfigured: kind('The AI server does not know this model or address.', 'manual', 'contact'),
  ai_refused: kind('The AI server refused the request.', 'manual', 'add_transcript'),
  ai_unreadable: kind("The AI server's answer could not be read.", 'manual', 'try_again'),

  unreachable: kind('The server can’t be reached. Please try again.', 'automatic', 'try_again'),
  file_missing: kind('No file selected', 'manual', 'choose_file'),
  file_unreadable: kind('The file can no longer be read. Please choose it again.', 'manual', 'choose_file'),
  nobody_heard: kind('Nobody was heard: there are no captions to make a microsite of.', 'never', null),
  microsite_gone: kind('Failed to fetch microsite data.', 'manual', 'try_again'),
  waiting_timed_out: kind(
    'Microsite processing timed out. Please try refreshing the page in a minute.',
    'manual',
    'try_again',
  ),
} as const satisfies Record<FailureCode, FailureKind>

/** Codes of what a later try may fix by itself. */
export type TransientCode = {
  [Code in FailureCode]: (typeof FAILURES)[Code]['retry'] extends 'automatic' ? Code : never
}[FailureCode]

/** The words of a way out: of its button or link, and of the line that stands where there is none. Null: none are needed. */
export const WAYS_OUT: Record<WayOut, { action: string | null; hint: string | null }> = {
  upgrade: { action: 'Upgrade Plan', hint: 'A larger plan takes it.' },
  choose_file: { action: 'Choose another file', hint: 'Another file of this call may work.' },
  sign_in: { action: 'Sign in', hint: 'Sign in, and it goes on.' },
  try_again: { action: 'Retry Processing', hint: null },
  wait: { action: null, hint: 'Please wait a little and try again.' },
  add_transcript: { action: 'Paste or upload a transcript', hint: null },
  contact: { action: null, hint: 'Tell whoever runs this server; a retry can work after that.' },
}

/**
 * A failure as the pages pass it on. `code` may be one that only a newer server knows: then `message` and `retryable`, which
 * came with it, are all there is.
 */
export interface Failure {
  code: string
  message: string
  /** Whether the same can end otherwise. */
  retryable: boolean
}

/** The failure of a known code. @param message one sentence for the person. */
export function failure(code: FailureCode, message: string = FAILURES[code].sentence): Failure {
  return { code, message, retryable: FAILURES[code].retry !== 'never' }
}

/** Why a microsite could not be made, as its card shows it. */
export function failureOfMicrosite(card: Pick<MicrositeCard, 'error_message' | 'failure'>): Failure {
  const general = failure('processing_failed')
  return { ...general, ...card.failure, message: card.error_message ?? general.message }
}

/** True for a code that this version knows. */
export function isFailureCode(code: string): code is FailureCode {
  return Object.hasOwn(FAILURES, code)
}

/** What leads on from a failure; null: nothing does. */
export function wayOutOf({ code, retryable }: Pick<Failure, 'code' | 'retryable'>): WayOut | null {
  if (isFailureCode(code)) return FAILURES[code].wayOut
  return retryable ? 'try_again' : null
}

/** Whether a program goes on trying by itself. What only a newer server knows is tried again when that says so. */
export function isTransient({ code, retryable }: Pick<Failure, 'code' | 'retryable'>): boolean {
  return isFailureCode(code) ? FAILURES[code].retry === 'automatic' : retryable
}

/** Why a recording is refused that is longer than any plan takes. @param seconds how long it runs. */
export function longerThanAnyPlanMessage(seconds: number): string {
  const limit = countOf(LONGEST_RECORDING_SECONDS / 3600, 'hour')
  return `This video is too long: it runs ${formatLength(seconds * 1000)}, and a video can be of up to ${limit}.`
}

/**
 * Why a recording is refused that is longer than its plan takes.
 * @param seconds how long it runs. @param limitSeconds how long it may run.
 */
export function tooLongMessage(seconds: number, limitSeconds: number): string {
  const limit = limitSeconds < 60 ? countOf(limitSeconds, 'second') : countOf(Math.floor(limitSeconds / 60), 'minute')
  return `This video is too long: it runs ${formatLengthOver(seconds, limitSeconds)}, and your plan takes videos of up to ${limit}.`
}
