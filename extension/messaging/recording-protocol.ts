import { z } from 'zod'
import { untilModelSchema } from '@callfolio/shared/contract/transcript.ts'
import { MAX_TITLE, titleSourceSchema } from '@callfolio/shared/titles.ts'
import type { Failure } from '@callfolio/shared/failures.ts'

/** Where picture and sound come from; `captions`: neither, only what a meeting's captions say. */
export const captureSourceSchema = z.enum(['tab', 'screen', 'captions'])
export type CaptureSource = z.infer<typeof captureSourceSchema>

/** What the person chose before the recording. */
export const recordingChoicesSchema = z.object({
  source: captureSourceSchema,
  microphone: z.boolean(),
  /** The browser's id of the microphone that was chosen; null: the system's own choice. */
  microphoneId: z.string().max(500).nullable().default(null),
  /** Whether the meeting's captions become the transcript. */
  captions: z.boolean(),
  /** What was chosen while the server's speech model was on its way. */
  untilModel: untilModelSchema.optional(),
})
export type RecordingChoices = z.infer<typeof recordingChoicesSchema>

/** Popup, side panel and the question for the microphone ask the background for this; a StartAnswer comes back. */
export const startCommandSchema = z.object({
  type: z.literal('recording/start'),
  tabId: z.number().int(),
  choices: recordingChoicesSchema,
  /** As the person typed it; empty: not at all. */
  title: z.string().max(MAX_TITLE),
})
export type StartCommand = z.infer<typeof startCommandSchema>
export type StartAnswer = { started: true } | { started: false; problem: string }

/** Wakes the engine: ask for it before a message to the engine. */
export const engineWakeSchema = z.object({ type: z.literal('engine/wake') })
export type EngineWake = z.infer<typeof engineWakeSchema>

/** A recording's title. `file`: that of its tab, or none, which stands for it until there is a better one. */
export const recordingTitleSchema = z.object({
  text: z.string().max(MAX_TITLE),
  source: titleSourceSchema.extract(['typed', 'meeting', 'file']),
})
export type RecordingTitle = z.infer<typeof recordingTitleSchema>

/** When the person confirmed that everyone in the call knows of the recording, ms since 1970. */
const consentSchema = z.object({ at: z.number().int().nonnegative() })

/** What the engine needs to open a recording; the background knows it. */
export const captureOrderSchema = z.object({
  /** The server that it goes to. */
  server: z.string().min(1),
  choices: recordingChoicesSchema,
  tab: z.object({
    id: z.number().int(),
    /** Picture size to record at most, pixels. */
    width: z.number().int().positive(),
    height: z.number().int().positive(),
  }),
  title: recordingTitleSchema,
  /** From `tabCapture`; null unless the source is the tab. */
  streamId: z.string().nullable(),
  consent: consentSchema.nullable(),
  /** Whether a link is made with the page. */
  link: z.boolean(),
})
export type CaptureOrder = z.infer<typeof captureOrderSchema>

const takeId = z.string().min(1)

/** What the engine is asked for, answered with the RecordingAnswers entry of its type. */
export const recordingCommandSchema = z.discriminatedUnion('type', [
  z.object({ type: z.literal('recording/open'), order: captureOrderSchema }),
  z.object({ type: z.literal('recording/live') }),
  z.object({ type: z.literal('recording/stop') }),
  z.object({ type: z.literal('takes/list') }),
  /** Sends a kept take, or the rest of it. */
  z.object({ type: z.literal('takes/send'), takeId }),
  z.object({ type: z.literal('takes/rename'), takeId, title: z.string().min(1).max(MAX_TITLE) }),
  z.object({ type: z.literal('takes/delete'), takeId }),
])
export type RecordingCommand = z.infer<typeof recordingCommandSchema>

export interface RecordingAnswers {
  'recording/open': StartAnswer
  'recording/live': LiveRecording | null
  'recording/stop': null
  'takes/list': KeptTake[]
  'takes/send': null
  'takes/rename': null
  'takes/delete': null
}

/** What a window has done with the recording that runs. It goes over a channel and has no answer: its effect is news. */
export const liveCommandSchema = z.discriminatedUnion('type', [
  z.object({ type: z.literal('pause') }),
  z.object({ type: z.literal('resume') }),
  z.object({ type: z.literal('mute'), muted: z.boolean() }),
  z.object({ type: z.literal('rename'), title: z.string().min(1).max(MAX_TITLE) }),
  z.object({ type: z.literal('stop') }),
  /** Ends the recording and removes all of it. */
  z.object({ type: z.literal('discard') }),
])
export type LiveCommand = z.infer<typeof liveCommandSchema>

/** The engine reports what it does to the background, which has badge and power. */
export const recorderStateSchema = z.object({
  type: z.literal('recording/state'),
  state: z.enum(['idle', 'starting', 'recording', 'paused']),
  /** Whether there is something the person should know. */
  hasWarnings: z.boolean(),
})
export type RecorderStateMessage = z.infer<typeof recorderStateSchema>
export type RecorderState = RecorderStateMessage['state']

/** The engine has the background notify the person, who may have no window open. */
export const recordingAlarmSchema = z.object({ type: z.literal('recording/alarm'), kind: z.string(), text: z.string() })
export type RecordingAlarm = z.infer<typeof recordingAlarmSchema>

/** What has become of the picture of a recording. The sound is recorded on its own. */
export type PictureState = 'awaited' | 'recorded' | 'lost'

/** Something the person should know while recording. */
export interface RecordingWarning {
  kind:
    | 'no-data'
    | 'no-picture'
    | 'disk-low'
    | 'no-captions'
    | 'captions-unreadable'
    | 'sound-stopped'
    | 'microphone-ended'
    | 'no-microphone'
    | 'other-microphone'
    | 'no-tab-sound'
    | 'silent-tab'
    | 'silent-microphone'
    | 'plan-limit'
  text: string
}

/** How far a take's upload is. */
export interface TakeSending {
  /** `waiting`: for the network, the server or a sign-in; it goes on by itself. `refused`: it does not. */
  state: 'idle' | 'sending' | 'waiting' | 'refused'
  /** Bytes that the server has. */
  sentBytes: number
  /** Why it waits or was refused; its message is what is shown. */
  failure: Failure | null
}

/** The recording that runs, as it is now. */
export interface LiveRecording {
  takeId: string
  title: RecordingTitle
  source: CaptureSource
  /** `starting`: nothing is on disk yet. `stopping`: the last of it is written. */
  state: 'starting' | 'recording' | 'paused' | 'stopping'
  /** Without pauses. */
  elapsedMs: number
  bytes: number
  /** How loud, 0 to 1; null for a track that isn't there. */
  levels: { tab: number | null; microphone: number | null }
  muted: boolean
  warnings: RecordingWarning[]
  sending: TakeSending
  /** "Captions: 12 lines, last 3 s ago"; null when none are collected. */
  captions: string | null
}

/** A recording that has ended and is not a microsite yet, as the account sees it that recorded it. */
export interface OwnTake {
  isOwn: true
  id: string
  title: RecordingTitle
  source: CaptureSource
  /** ms since 1970. */
  startedAt: number
  /** What its file holds. */
  durationMs: number
  /** What was recorded and is not in its file. */
  missingMs: number
  /** 0: nothing was recorded. */
  bytes: number
  /** Only its sound could be recorded whole. */
  lacksPicture: boolean
  /** True when the browser or the extension ended before the recording was stopped. */
  interrupted: boolean
  /** Why it ended, when nobody stopped it. */
  note: string | null
  sending: TakeSending
}

/** What another account, or a person who is signed out, sees of a recording: that there is one. */
export interface ForeignTake {
  isOwn: false
  id: string
  /** Signed out: the recording may belong to this person. */
  isSignedOut: boolean
}

export type KeptTake = OwnTake | ForeignTake

/** What the engine sends to all open windows. */
export interface RecorderNews {
  /** Ten times a second while recording, and once with null at its end. */
  live?: LiveRecording | null
  /** Whenever a take comes, goes or is sent further. */
  kept?: KeptTake[]
}

/** Whether a kept recording waits for the person: nothing sends it, and nothing will by itself. */
export function needsPerson(take: KeptTake): boolean {
  return take.isOwn ? take.sending.state === 'idle' || take.sending.state === 'refused' : take.isSignedOut
}

/** Whether nothing was recorded: all there is to it is why. */
export function isEmptyTake(take: KeptTake): boolean {
  return take.isOwn && take.bytes === 0 && take.source !== 'captions'
}

const BADGE_TEXTS = { idle: null, starting: '…', recording: 'REC', paused: '❚❚' } as const satisfies Record<
  RecorderState,
  string | null
>

/** What the toolbar button shows of a recording, with a mark when there is something to know about it; null: nothing is recorded. */
export function recordingBadgeText(state: RecorderState, hasWarnings: boolean): string | null {
  const text = BADGE_TEXTS[state]
  return text === null || !hasWarnings ? text : `${text}!`
}

/** Whether the button shows a recording now. */
export function isRecordingBadge(shown: string): boolean {
  const { starting, recording, paused } = BADGE_TEXTS
  return [starting, recording, paused].some((text) => shown.startsWith(text))
}
