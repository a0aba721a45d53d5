import * as z from 'zod/mini'
import { untilModelSchema } from '@callfolio/shared/contract/transcript.ts'
import { peopleSchema } from './captions-protocol.ts'
import { MAX_TITLE } from '@callfolio/shared/titles.ts'
import type { Failure } from '@callfolio/shared/failures.ts'

/** Source of picture and sound; `captions`: neither, only the meeting's captions. */
export const captureSourceSchema = z.enum(['tab', 'screen', 'captions'])
export type CaptureSource = z.infer<typeof captureSourceSchema>

const microphoneIdSchema = z.nullable(z.string().check(z.maxLength(500)))

/** What the person chose before the recording. */
export const recordingChoicesSchema = z.object({
  source: captureSourceSchema,
  microphone: z.boolean(),
  /** The browser's id of the chosen microphone; null: the system default. */
  microphoneId: z._default(microphoneIdSchema, null),
  /** Whether the meeting's captions become the transcript. */
  captions: z.boolean(),
  /** What to do while the server's speech model is being downloaded. */
  untilModel: z.optional(untilModelSchema),
})
export type RecordingChoices = z.infer<typeof recordingChoicesSchema>

/** Popup, side panel and microphone prompt send this to the background; a StartAnswer comes back. */
export const startCommandSchema = z.object({
  type: z.literal('recording/start'),
  tabId: z.int(),
  choices: recordingChoicesSchema,
  /** As the person typed it; may be empty. */
  title: z.string().check(z.maxLength(MAX_TITLE)),
})
export type StartCommand = z.infer<typeof startCommandSchema>
/** A start that the browser's question about the meeting's site may have cut off from its window. */
export const waitingStartSchema = z.object({
  command: startCommandSchema,
  /** When Record was pressed, ms since 1970. */
  at: z.number(),
})
export type WaitingStart = z.infer<typeof waitingStartSchema>
/** Why a signed-out user can’t record. */
export const SIGN_IN_FIRST = 'Sign in before you record.'
export type StartAnswer = { started: true } | { started: false; problem: string }

/** Wakes the engine: send it before any message to the engine. */
export const engineWakeSchema = z.object({ type: z.literal('engine/wake') })
export type EngineWake = z.infer<typeof engineWakeSchema>

/** A recording's title. `file`: its tab's title or none, used until there is a better one. */
export const recordingTitleSchema = z.object({
  text: z.string().check(z.maxLength(MAX_TITLE)),
  source: z.enum(['typed', 'meeting', 'file']),
})
export type RecordingTitle = z.infer<typeof recordingTitleSchema>

/** When the person confirmed that everyone in the call knows of the recording, ms since 1970. */
const consentSchema = z.object({ at: z.int().check(z.nonnegative()) })

/** What the engine needs to open a recording; provided by the background. */
export const captureOrderSchema = z.object({
  /** The server that receives it. */
  server: z.string().check(z.minLength(1)),
  choices: recordingChoicesSchema,
  tab: z.object({
    id: z.int(),
    /** Maximum picture size to record, pixels. */
    width: z.int().check(z.positive()),
    height: z.int().check(z.positive()),
  }),
  title: recordingTitleSchema,
  /** The people in the tab's call. */
  participants: peopleSchema,
  /** From `tabCapture`; null unless the source is the tab. */
  streamId: z.nullable(z.string()),
  consent: z.nullable(consentSchema),
  /** Whether a link is created with the page. */
  link: z.boolean(),
})
export type CaptureOrder = z.infer<typeof captureOrderSchema>

const recordingId = z.string().check(z.minLength(1))

/** Requests to the engine, answered with the RecordingAnswers entry of the same type. */
export const recordingCommandSchema = z.discriminatedUnion('type', [
  z.object({ type: z.literal('recording/open'), order: captureOrderSchema }),
  z.object({ type: z.literal('recording/live') }),
  /** With a recording, only that one is stopped. */
  z.object({ type: z.literal('recording/stop'), recordingId: z.optional(recordingId) }),
  z.object({ type: z.literal('recordings/list') }),
  /** Sends a kept recording, or the rest of it. */
  z.object({ type: z.literal('recordings/send'), recordingId }),
  z.object({
    type: z.literal('recordings/rename'),
    recordingId,
    title: z.string().check(z.minLength(1), z.maxLength(MAX_TITLE)),
  }),
  z.object({ type: z.literal('recordings/delete'), recordingId }),
  z.object({ type: z.literal('recordings/copy-link'), recordingId }),
])
export type RecordingCommand = z.infer<typeof recordingCommandSchema>

export interface RecordingAnswers {
  'recording/open': StartAnswer
  'recording/live': LiveRecording | null
  'recording/stop': null
  'recordings/list': KeptRecording[]
  'recordings/send': null
  'recordings/rename': null
  'recordings/delete': null
  'recordings/copy-link': null
}

/**
 * A window's action on the running recording. It goes over a channel and has no answer: its effect arrives as news.
 */
export const liveCommandSchema = z.discriminatedUnion('type', [
  z.object({ type: z.literal('pause') }),
  z.object({ type: z.literal('resume') }),
  z.object({ type: z.literal('mute'), muted: z.boolean() }),
  /** Records another microphone; null: the system default. */
  z.object({ type: z.literal('choose-microphone'), id: microphoneIdSchema }),
  /** The person doesn't want the one that was plugged in. */
  z.object({ type: z.literal('dismiss-microphone') }),
  z.object({ type: z.literal('rename'), title: z.string().check(z.minLength(1), z.maxLength(MAX_TITLE)) }),
  /** Marks this timestamp; marks become chapters. */
  z.object({ type: z.literal('mark') }),
  /** The page of a tab left its call, or is in one, with these people. */
  z.object({ type: z.literal('call'), tabId: z.int(), hasLeft: z.boolean(), people: peopleSchema }),
  z.object({ type: z.literal('stop') }),
  /** Stops the recording and deletes all of it. */
  z.object({ type: z.literal('discard') }),
])
export type LiveCommand = z.infer<typeof liveCommandSchema>

/** How often the engine reports during a recording: a background without events is unloaded after 30 s. ms */
export const REPORT_INTERVAL_MS = 10_000
/** The engine reports its state to the background, which controls badge and power. */
export const recorderStateSchema = z.object({
  type: z.literal('recording/state'),
  state: z.enum(['idle', 'starting', 'recording', 'paused']),
  /** Whether there is a warning for the person. */
  hasWarnings: z.boolean(),
})
export type RecorderStateMessage = z.infer<typeof recorderStateSchema>
export type RecorderState = RecorderStateMessage['state']

/** The engine asks the background to notify the person, who may have no window open. */
export const recordingAlarmSchema = z.object({
  type: z.literal('recording/alarm'),
  kind: z.string(),
  text: z.string(),
  /** The running recording. */
  recordingId: z.optional(recordingId),
})
export type RecordingAlarm = z.infer<typeof recordingAlarmSchema>

/** State of a recording's picture. The sound is recorded separately. */
export type PictureState = 'awaited' | 'recorded' | 'lost'

/** A warning shown while recording. */
export interface RecordingWarning {
  kind:
    | 'call-ended'
    | 'no-data'
    | 'no-picture'
    | 'disk-low'
    | 'no-captions'
    | 'captions-unreadable'
    | 'sound-stopped'
    | 'microphone-ended'
    | 'no-microphone'
    | 'other-microphone'
    | 'microphone-failed'
    | 'no-tab-sound'
    | 'silent-tab'
    | 'silent-microphone'
    | 'plan-limit'
  text: string
}

/** Upload state of a recording. */
export interface RecordingSending {
  /** `waiting`: for the network, the server or a sign-in, and resumes automatically. `refused`: it does not. */
  state: 'idle' | 'sending' | 'waiting' | 'refused'
  /** Bytes the server has. */
  sentBytes: number
  /** Why it waits or was refused; its message is shown. */
  failure: Failure | null
  /** The link created with its page; null: not wanted, or not there yet. */
  shareUrl: string | null
  /** Stop copied it. */
  isCopied: boolean
}

/** Current state of the running recording. */
export interface LiveRecording {
  recordingId: string
  /** The recorded tab; null: a window or screen is recorded. */
  tabId: number | null
  title: RecordingTitle
  /** The people seen in its call. */
  participants: string[]
  source: CaptureSource
  /** `starting`: nothing is on disk yet. `stopping`: the last pieces are being written; `discarding`: removed. */
  state: 'starting' | 'recording' | 'paused' | 'stopping' | 'discarding'
  /** Excludes pauses. */
  elapsedMs: number
  bytes: number
  /** How many timestamps the person marked. */
  marks: number
  /** Level, 0 to 1; null for a missing track. */
  levels: { tab: number | null; microphone: number | null }
  muted: boolean
  /**
   * The chosen microphone (null: the system default), and one that was plugged in during the recording, to switch to.
   * Null: no microphone was requested.
   */
  microphone: { chosenId: string | null; offered: { id: string; name: string } | null } | null
  warnings: RecordingWarning[]
  sending: RecordingSending
  /** Whether a link is created with its page. */
  link: boolean
  /** "Captions: 12 lines, last 3 s ago"; null when none are collected. */
  captions: string | null
}

/** A finished recording that is not a microsite yet, as seen by the account that recorded it. */
export interface OwnRecording {
  isOwn: true
  id: string
  title: RecordingTitle
  source: CaptureSource
  /** ms since 1970. */
  startedAt: number
  /** What its file contains. */
  durationMs: number
  /** Recorded time missing from the file. */
  missingMs: number
  /** 0: nothing was recorded. */
  bytes: number
  /** Only its sound was recorded completely. */
  lacksPicture: boolean
  /** True when the browser or the extension ended before the recording was stopped. */
  interrupted: boolean
  /** When an interrupted recording was last written, ms since 1970; null: it was stopped, or nothing was written. */
  savedUntil: number | null
  /** Why it ended, unless the person stopped it. */
  note: string | null
  sending: RecordingSending
  /** Whether a link is created with its page. */
  link: boolean
}

/** What another account or a signed-out person sees of a recording: only that it exists. */
export interface ForeignRecording {
  isOwn: false
  id: string
  /** Signed out: the recording may belong to this person. */
  isSignedOut: boolean
}

export type KeptRecording = OwnRecording | ForeignRecording

/** What the engine broadcasts to all open windows. */
export interface RecorderNews {
  /** Ten times a second while recording, and once with null at the end. */
  live?: LiveRecording | null
  /** Whenever a recording is added, removed or its upload progresses. */
  kept?: KeptRecording[]
}

/** Whether a kept recording needs the person: it is not being sent and won't be sent automatically. */
export function needsPerson(recording: KeptRecording): boolean {
  return recording.isOwn
    ? recording.sending.state === 'idle' || recording.sending.state === 'refused'
    : recording.isSignedOut
}

/** Whether nothing was recorded: only the reason is left. */
export function isEmptyRecording(recording: KeptRecording): boolean {
  return recording.isOwn && recording.bytes === 0 && recording.source !== 'captions'
}

const BADGE_TEXTS = { idle: null, starting: '…', recording: 'REC', paused: '❚❚' } as const satisfies Record<
  RecorderState,
  string | null
>

/** What the toolbar button shows of a recording, with a mark if there is a warning; null: no recording. */
export function recordingBadgeText(state: RecorderState, hasWarnings: boolean): string | null {
  const text = BADGE_TEXTS[state]
  return text === null || !hasWarnings ? text : `${text}!`
}

/** Whether the button shows a recording now. */
export function isRecordingBadge(shown: string): boolean {
  const { starting, recording, paused } = BADGE_TEXTS
  return [starting, recording, paused].some((text) => shown.startsWith(text))
}
