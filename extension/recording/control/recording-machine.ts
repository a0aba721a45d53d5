import { MAX_MARKS } from '@callfolio/shared/contract/microsite.ts'
import { replacesTitle } from '@callfolio/shared/titles.ts'
import type { RecorderState } from '../../messaging/recording-protocol.ts'
import type { Take } from '../take/take.ts'
import { elapsedMs, pauseTime, resumeTime, startTime, timeUntil, type RunningTime } from '../take/recording-time.ts'

/** Data being written to disk. */
interface Recorded {
  take: Take
  time: RunningTime
  /** Part of it is on disk. */
  hasBegun: boolean
  /** The file with its picture has been handed to the sender. */
  isSent: boolean
}

/** State of the engine's one recording. Every opened take ends as a card or is discarded. */
export type RecordingState =
  | { phase: 'idle' }
  /** Requests picture and sound, and waits for the first data on disk. */
  | ({ phase: 'starting' } & Recorded)
  | ({ phase: 'recording' | 'paused' } & Recorded)
  /** The last pieces are being written. */
  | ({ phase: 'stopping'; isDiscarded: boolean } & Recorded)

/** Events of a recording; `at` in ms since 1970. */
export type RecordingEvent =
  /** The person pressed Record. */
  | { type: 'opened'; take: Take }
  /** The first data is on disk. `at`: when its recorder started. */
  | { type: 'began'; at: number }
  /** A piece is on disk: the total bytes so far. */
  | { type: 'grown'; file: 'call' | 'sound'; bytes: number; mimeType: string }
  | { type: 'paused'; at: number }
  | { type: 'resumed'; at: number }
  | { type: 'ticked'; at: number }
  /** `name`: the meeting's own; null: its page shows none. */
  | { type: 'captionsFound'; sessionIds: string[]; name: string | null }
  /** The person marked this timestamp. */
  | { type: 'marked'; at: number }
  /** The person renamed it. */
  | { type: 'renamed'; title: string }
  /** `reason`: why it ends, as a sentence; null: the person stopped it. */
  | { type: 'ended'; reason: string | null; at: number; isDiscarded: boolean }
  /** Recorders and capture are closed. */
  | { type: 'closed' }

/** Effects, in this order. */
export type RecordingEffect =
  /** Acquires or releases the lock that marks the take as being recorded. */
  | { type: 'hold'; take: Take }
  | { type: 'release' }
  /** Saves the take, requests picture and sound, and opens its recorders. */
  | { type: 'open'; take: Take }
  | { type: 'pauseRecorders' }
  | { type: 'resumeRecorders' }
  /** Closes recorders and capture, whatever fails: what is on disk is a recording. */
  | { type: 'stop' }
  | { type: 'note'; take: Take }
  /** Sends the file while it grows; `finishFile` marks it complete. */
  | { type: 'sendGrowing'; take: Take }
  | { type: 'finishFile' }
  /** Takes back what was sent. */
  | { type: 'abandon'; take: Take }
  /** Sends the whole take. */
  | { type: 'keep'; take: Take }
  | { type: 'forget'; take: Take }
  /** Tells the person why it ended and what was saved. */
  | { type: 'explain'; take: Take }
  | { type: 'show'; state: RecorderState }

export interface RecordingStep {
  state: RecordingState
  effects: RecordingEffect[]
}

/** Why a take is empty when the person stopped it. */
const STOPPED_AT_ONCE = 'The recording stopped before anything was recorded.'

/** Applies one event to the recording. Late events, and events that don't fit its state, change nothing. */
export function reduceRecording(state: RecordingState, event: RecordingEvent): RecordingStep {
  if (event.type === 'opened') return isRunning(state) ? unchanged(state) : open(event.take)
  if (!isRunning(state)) return unchanged(state)
  switch (event.type) {
    case 'began':
      return begin(state, event.at)
    case 'grown':
      return grow(state, event)
    case 'paused':
      if (state.phase !== 'recording') return unchanged(state)
      return {
        state: { ...state, phase: 'paused', time: pauseTime(state.time, event.at) },
        effects: [{ type: 'pauseRecorders' }, { type: 'show', state: 'paused' }],
      }
    case 'resumed':
      if (state.phase !== 'paused') return unchanged(state)
      return {
        state: { ...state, phase: 'recording', time: resumeTime(state.time, event.at) },
        effects: [{ type: 'resumeRecorders' }, { type: 'show', state: 'recording' }],
      }
    case 'ticked': {
      if (state.phase !== 'recording' && state.phase !== 'paused') return unchanged(state)
      const take = withTimes(state, event.at)
      return { state: { ...state, take }, effects: [{ type: 'note', take }] }
    }
    case 'captionsFound':
      return unchanged({ ...state, take: { ...named(state.take, event), captionSessionIds: event.sessionIds } })
    case 'renamed': {
      const take: Take = { ...state.take, title: event.title, titleSource: 'typed' }
      return { state: { ...state, take }, effects: [{ type: 'note', take }] }
    }
    case 'marked': {
      if (state.phase !== 'recording' && state.phase !== 'paused') return unchanged(state)
      if (state.take.marks.length === MAX_MARKS) return unchanged(state)
      const take = { ...state.take, marks: [...state.take.marks, elapsedMs(state.time, event.at)] }
      return { state: { ...state, take }, effects: [{ type: 'note', take }] }
    }
    case 'ended':
      return end(state, event)
    case 'closed':
      return state.phase === 'stopping' ? finish(state) : unchanged(state)
  }
}

type Running = Exclude<RecordingState, { phase: 'idle' }>

/** Whether a take is being recorded, or about to be. */
export function isRunning(state: RecordingState): state is Running {
  return state.phase !== 'idle'
}

function unchanged(state: RecordingState): RecordingStep {
  return { state, effects: [] }
}

function open(take: Take): RecordingStep {
  return {
    state: { phase: 'starting', take, time: startTime(take.startedAt), hasBegun: false, isSent: false },
    effects: [
      { type: 'hold', take },
      { type: 'show', state: 'starting' },
      { type: 'open', take },
    ],
  }
}

function begin(state: Running, at: number): RecordingStep {
  if (state.hasBegun) return unchanged(state)
  const begun = { ...state, hasBegun: true, time: startTime(at) }
  // Stopped before its first piece was on disk: it ended when it was stopped.
  if (begun.phase === 'stopping')
    return unchanged({ ...begun, take: withTimes(begun, Math.max(at, state.take.endedAt)) })
  const take = { ...begun.take, startedAt: at }
  return {
    state: { ...begun, phase: 'recording', take },
    effects: [
      { type: 'show', state: 'recording' },
      { type: 'note', take },
    ],
  }
}

/** The meeting's own name replaces a lower-ranked title. */
function named(take: Take, { name }: { name: string | null }): Take {
  if (name === null || !replacesTitle('meeting', take.titleSource)) return take
  return { ...take, title: name, titleSource: 'meeting' }
}

function withTimes({ take, time }: Recorded, at: number): Take {
  return { ...take, ...timeUntil(time, at), durationMs: elapsedMs(time, at) }
}

/** The file with the picture, if there is one, is the one sent and measured. */
function grow(
  state: Running,
  { file, bytes, mimeType }: { file: 'call' | 'sound'; bytes: number; mimeType: string },
): RecordingStep {
  if (file === 'sound' && state.isSent) return unchanged(state)
  const take = { ...state.take, bytes, mimeType }
  const isDiscarded = state.phase === 'stopping' && state.isDiscarded
  if (file === 'sound' || state.isSent || isDiscarded) return unchanged({ ...state, take })
  return { state: { ...state, take, isSent: true }, effects: [{ type: 'sendGrowing', take }] }
}

function end(
  state: Running,
  { reason, at, isDiscarded }: { reason: string | null; at: number; isDiscarded: boolean },
): RecordingStep {
  if (state.phase === 'stopping')
    return isDiscarded && !state.isDiscarded
      ? { state: { ...state, isDiscarded }, effects: [{ type: 'abandon', take: state.take }] }
      : unchanged(state)
  const take = { ...withTimes(state, at), note: reason }
  return {
    state: { ...state, phase: 'stopping', isDiscarded, take },
    effects: isDiscarded ? [{ type: 'abandon', take }, { type: 'stop' }] : [{ type: 'stop' }],
  }
}

function finish({ take: ended, isDiscarded, hasBegun }: Extract<Running, { phase: 'stopping' }>): RecordingStep {
  const take: Take = {
    ...ended,
    state: 'recorded',
    ...(!hasBegun && { durationMs: 0, note: ended.note ?? STOPPED_AT_ONCE }),
  }
  const outcome: RecordingEffect[] = isDiscarded
    ? [{ type: 'forget', take }]
    : [
        ...(hasBegun ? [{ type: 'keep' as const, take }] : []),
        ...(take.note === null ? [] : [{ type: 'explain' as const, take }]),
      ]
  return {
    state: { phase: 'idle' },
    // Idle is shown last, when its card is already there.
    effects: [
      { type: 'note', take },
      { type: 'finishFile' },
      ...outcome,
      { type: 'release' },
      { type: 'show', state: 'idle' },
    ],
  }
}
