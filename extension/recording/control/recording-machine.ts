import { MAX_MARKS } from '@callfolio/shared/contract/microsite.ts'
import { addParticipants } from '@callfolio/shared/participants.ts'
import { replacesTitle } from '@callfolio/shared/titles.ts'
import type { RecorderState } from '../../messaging/recording-protocol.ts'
import type { Recording } from '../stored/recording.ts'
import { elapsedMs, pauseTime, resumeTime, startTime, timeUntil, type RunningTime } from '../stored/recording-time.ts'

/** Data being written to disk. */
interface Recorded {
  recording: Recording
  time: RunningTime
  /** Part of it is on disk. */
  hasBegun: boolean
  /** The file with its picture has been handed to the sender. */
  isSent: boolean
}

/** State of the engine's one recording. Every opened recording ends as a card or is discarded. */
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
  | { type: 'opened'; recording: Recording }
  /** The first data is on disk. `at`: when its recorder started. */
  | { type: 'began'; at: number }
  /** A piece is on disk: the total bytes so far. */
  | { type: 'grown'; file: 'call' | 'sound'; bytes: number; mimeType: string }
  | { type: 'paused'; at: number }
  | { type: 'resumed'; at: number }
  | { type: 'ticked'; at: number }
  /** `name`: the meeting's own; null: its page shows none. */
  | { type: 'captionsFound'; sessionIds: string[]; name: string | null }
  /** These people are in the call now. */
  | { type: 'seen'; people: string[] }
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
  /** Acquires or releases the lock that marks the recording as being recorded. */
  | { type: 'hold'; recording: Recording }
  | { type: 'release' }
  /** Saves the recording, requests picture and sound, and opens its recorders. */
  | { type: 'open'; recording: Recording }
  | { type: 'pauseRecorders' }
  | { type: 'resumeRecorders' }
  /** Closes recorders and capture, whatever fails: what is on disk is a recording. */
  | { type: 'stop' }
  | { type: 'note'; recording: Recording }
  /** Sends the file while it grows; `finishFile` marks it complete. */
  | { type: 'sendGrowing'; recording: Recording }
  | { type: 'finishFile' }
  /** Takes back what was sent. */
  | { type: 'abandon'; recording: Recording }
  /** Sends the whole recording. */
  | { type: 'keep'; recording: Recording }
  | { type: 'forget'; recording: Recording }
  /** Tells the person why it ended and what was saved. */
  | { type: 'explain'; recording: Recording }
  | { type: 'show'; state: RecorderState }

export interface RecordingStep {
  state: RecordingState
  effects: RecordingEffect[]
}

/** Why a recording is empty when the person stopped it. */
const STOPPED_AT_ONCE = 'The recording stopped before anything was recorded.'

/** Applies one event to the recording. Late events, and events that don't fit its state, change nothing. */
export function reduceRecording(state: RecordingState, event: RecordingEvent): RecordingStep {
  if (event.type === 'opened') return isRunning(state) ? unchanged(state) : open(event.recording)
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
      const recording = withTimes(state, event.at)
      return { state: { ...state, recording }, effects: [{ type: 'note', recording }] }
    }
    case 'captionsFound':
      return unchanged({
        ...state,
        recording: { ...named(state.recording, event), captionSessionIds: event.sessionIds },
      })
    case 'seen': {
      if (state.phase === 'stopping') return unchanged(state)
      const participants = addParticipants(state.recording.participants, event.people)
      return unchanged({ ...state, recording: { ...state.recording, participants } })
    }
    case 'renamed': {
      const recording: Recording = { ...state.recording, title: event.title, titleSource: 'typed' }
      return { state: { ...state, recording }, effects: [{ type: 'note', recording }] }
    }
    case 'marked': {
      if (state.phase !== 'recording' && state.phase !== 'paused') return unchanged(state)
      if (state.recording.marks.length === MAX_MARKS) return unchanged(state)
      const recording = { ...state.recording, marks: [...state.recording.marks, elapsedMs(state.time, event.at)] }
      return { state: { ...state, recording }, effects: [{ type: 'note', recording }] }
    }
    case 'ended':
      return end(state, event)
    case 'closed':
      return state.phase === 'stopping' ? finish(state) : unchanged(state)
  }
}

type Running = Exclude<RecordingState, { phase: 'idle' }>

/** Whether a call is being recorded, or about to be. */
export function isRunning(state: RecordingState): state is Running {
  return state.phase !== 'idle'
}

function unchanged(state: RecordingState): RecordingStep {
  return { state, effects: [] }
}

function open(recording: Recording): RecordingStep {
  return {
    state: { phase: 'starting', recording, time: startTime(recording.startedAt), hasBegun: false, isSent: false },
    effects: [
      { type: 'hold', recording },
      { type: 'show', state: 'starting' },
      { type: 'open', recording },
    ],
  }
}

function begin(state: Running, at: number): RecordingStep {
  if (state.hasBegun) return unchanged(state)
  const begun = { ...state, hasBegun: true, time: startTime(at) }
  // Stopped before its first piece was on disk: it ended when it was stopped.
  if (begun.phase === 'stopping')
    return unchanged({ ...begun, recording: withTimes(begun, Math.max(at, state.recording.endedAt)) })
  const recording = { ...begun.recording, startedAt: at }
  return {
    state: { ...begun, phase: 'recording', recording },
    effects: [
      { type: 'show', state: 'recording' },
      { type: 'note', recording },
    ],
  }
}

/** The meeting's own name replaces a lower-ranked title. */
function named(recording: Recording, { name }: { name: string | null }): Recording {
  if (name === null || !replacesTitle('meeting', recording.titleSource)) return recording
  return { ...recording, title: name, titleSource: 'meeting' }
}

function withTimes({ recording, time }: Recorded, at: number): Recording {
  return { ...recording, ...timeUntil(time, at), durationMs: elapsedMs(time, at) }
}

/** The file with the picture, if there is one, is the one sent and measured. */
function grow(
  state: Running,
  { file, bytes, mimeType }: { file: 'call' | 'sound'; bytes: number; mimeType: string },
): RecordingStep {
  if (file === 'sound' && state.isSent) return unchanged(state)
  const recording = { ...state.recording, bytes, mimeType }
  const isDiscarded = state.phase === 'stopping' && state.isDiscarded
  if (file === 'sound' || state.isSent || isDiscarded) return unchanged({ ...state, recording })
  return { state: { ...state, recording, isSent: true }, effects: [{ type: 'sendGrowing', recording }] }
}

function end(
  state: Running,
  { reason, at, isDiscarded }: { reason: string | null; at: number; isDiscarded: boolean },
): RecordingStep {
  if (state.phase === 'stopping')
    return isDiscarded && !state.isDiscarded
      ? { state: { ...state, isDiscarded }, effects: [{ type: 'abandon', recording: state.recording }] }
      : unchanged(state)
  const recording = { ...withTimes(state, at), note: reason }
  return {
    state: { ...state, phase: 'stopping', isDiscarded, recording },
    effects: isDiscarded ? [{ type: 'abandon', recording }, { type: 'stop' }] : [{ type: 'stop' }],
  }
}

function finish({ recording: ended, isDiscarded, hasBegun }: Extract<Running, { phase: 'stopping' }>): RecordingStep {
  const recording: Recording = {
    ...ended,
    state: 'recorded',
    ...(!hasBegun && { durationMs: 0, note: ended.note ?? STOPPED_AT_ONCE }),
  }
  const outcome: RecordingEffect[] = isDiscarded
    ? [{ type: 'forget', recording }]
    : [
        ...(hasBegun ? [{ type: 'keep' as const, recording }] : []),
        ...(recording.note === null ? [] : [{ type: 'explain' as const, recording }]),
      ]
  return {
    state: { phase: 'idle' },
    // Idle is shown last, when its card is already there.
    effects: [
      { type: 'note', recording },
      { type: 'finishFile' },
      ...outcome,
      { type: 'release' },
      { type: 'show', state: 'idle' },
    ],
  }
}
