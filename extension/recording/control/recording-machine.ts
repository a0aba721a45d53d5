import { replacesTitle } from '@callfolio/shared/titles.ts'
import type { RecorderState } from '../../messaging/recording-protocol.ts'
import type { Take } from '../take/take.ts'
import { elapsedMs, pauseTime, resumeTime, startTime, timeUntil, type RunningTime } from './recording-time.ts'

/** What is on its way to disk. `isSent`: its file has been given to the sender. */
interface Recorded {
  take: Take
  time: RunningTime
  isSent: boolean
}

/** Where the one recording of the engine stands. The last three have ended: the next one can begin. */
export type RecordingState =
  | { phase: 'idle' }
  /** Who is signed in, and for picture and sound. */
  | { phase: 'asking' }
  /** The take is put on disk and its recorders are opened. `endedBy`: it has ended already. */
  | ({ phase: 'starting'; endedBy: Ending | null } & Recorded)
  | ({ phase: 'recording' | 'paused' } & Recorded)
  /** The last pieces are written. */
  | ({ phase: 'stopping'; isDiscarded: boolean } & Recorded)
  | { phase: 'kept'; take: Take }
  | { phase: 'discarded' }
  | { phase: 'failed'; problem: string }

/** Why a recording ends. `reason` null: the person stopped it. */
export interface Ending {
  reason: string | null
  /** ms since 1970. */
  at: number
  isDiscarded: boolean
}

/** What happens to a recording; `at` in ms since 1970. */
export type RecordingEvent =
  | { type: 'opened' }
  /** There is nothing to record, or nobody to record it for. */
  | { type: 'refused'; problem: string }
  /** Picture and sound come in. */
  | { type: 'captured'; take: Take }
  | { type: 'startFailed'; problem: string }
  | { type: 'started' }
  /** A recorder has begun; when it was not the first one, what was before it is gone. */
  | { type: 'begun'; at: number }
  /** A piece is on disk: so many bytes are there now. */
  | { type: 'grown'; bytes: number; mimeType: string; at: number }
  | { type: 'paused'; at: number }
  | { type: 'resumed'; at: number }
  | { type: 'ticked'; at: number }
  /** `name`: the meeting's own; null: its page shows none. */
  | { type: 'captionsFound'; sessionIds: string[]; name: string | null }
  /** The person named it. */
  | { type: 'renamed'; title: string }
  | ({ type: 'ended' } & Ending)
  /** Recorders and capture are closed. */
  | { type: 'closed' }

/** What is to be done, in this order. */
export type RecordingEffect =
  | { type: 'ask' }
  /** Holds, or lets go of, the lock that says that the take is being recorded. */
  | { type: 'hold'; take: Take }
  | { type: 'release' }
  /** Puts the take on disk and opens its recorders. */
  | { type: 'start'; take: Take }
  | { type: 'pauseRecorders' }
  | { type: 'resumeRecorders' }
  /** Closes recorders and capture, whatever fails: what is on disk is a recording. */
  | { type: 'stop' }
  | { type: 'note'; take: Take }
  /** Sends the file while it grows; `finishFile` says that it grows no more. */
  | { type: 'sendGrowing'; take: Take }
  | { type: 'finishFile' }
  /** Takes back what was sent. */
  | { type: 'abandon'; take: Take }
  /** Has the whole take sent. */
  | { type: 'keep'; take: Take }
  | { type: 'forget'; take: Take }
  | { type: 'show'; state: RecorderState }

export interface RecordingStep {
  state: RecordingState
  effects: RecordingEffect[]
}

/** One event's effect on the recording. Events that come too late, or make no sense where it stands, change nothing. */
export function reduceRecording(state: RecordingState, event: RecordingEvent): RecordingStep {
  switch (event.type) {
    case 'opened':
      return isRunning(state) ? unchanged(state) : { state: { phase: 'asking' }, effects: [{ type: 'ask' }] }
    case 'refused':
      return state.phase === 'asking' ? unchanged({ phase: 'failed', problem: event.problem }) : unchanged(state)
    case 'captured': {
      if (state.phase !== 'asking') return unchanged(state)
      const { take } = event
      return {
        state: { phase: 'starting', endedBy: null, take, time: startTime(take.startedAt), isSent: false },
        effects: [
          { type: 'hold', take },
          { type: 'start', take },
        ],
      }
    }
    case 'startFailed':
      if (state.phase !== 'starting') return unchanged(state)
      return {
        state: { phase: 'failed', problem: event.problem },
        effects: [{ type: 'stop' }, { type: 'forget', take: state.take }, { type: 'release' }],
      }
    case 'started': {
      if (state.phase !== 'starting') return unchanged(state)
      const { endedBy, ...recorded } = state
      const shown: RecordingEffect = { type: 'show', state: 'recording' }
      if (endedBy === null) return { state: { ...recorded, phase: 'recording' }, effects: [shown] }
      const { state: stopping, effects } = end({ ...recorded, phase: 'recording' }, endedBy)
      return { state: stopping, effects: [shown, ...effects] }
    }
    case 'begun': {
      if (!isOnDisk(state) || state.phase === 'stopping') return unchanged(state)
      const time = startTime(event.at)
      return unchanged({ ...state, time: state.phase === 'paused' ? pauseTime(time, event.at) : time })
    }
    case 'grown':
      return isOnDisk(state) ? grow(state, event) : unchanged(state)
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
      if (!isOnDisk(state)) return unchanged(state)
      return unchanged({ ...state, take: { ...named(state.take, event), captionSessionIds: event.sessionIds } })
    case 'renamed': {
      if (!isOnDisk(state)) return unchanged(state)
      const take: Take = { ...state.take, title: event.title, titleSource: 'typed' }
      return { state: { ...state, take }, effects: [{ type: 'note', take }] }
    }
    case 'ended':
      return end(state, event)
    case 'closed':
      return state.phase === 'stopping' ? finish(state) : unchanged(state)
  }
}

/** Whether something is being recorded, or about to be. */
export function isRunning({ phase }: RecordingState): boolean {
  return phase !== 'idle' && phase !== 'kept' && phase !== 'discarded' && phase !== 'failed'
}

/** Whether a take is being written. */
export function isOnDisk(state: RecordingState): state is Extract<RecordingState, Recorded> {
  return isRunning(state) && state.phase !== 'asking'
}

function unchanged(state: RecordingState): RecordingStep {
  return { state, effects: [] }
}

/** The meeting's own name takes the place of what is no better. */
function named(take: Take, { name }: { name: string | null }): Take {
  if (name === null || !replacesTitle('meeting', take.titleSource)) return take
  return { ...take, title: name, titleSource: 'meeting' }
}

function withTimes({ take, time }: Recorded, at: number): Take {
  return { ...take, ...timeUntil(time, at), durationMs: elapsedMs(time, at) }
}

function grow(
  state: Extract<RecordingState, Recorded>,
  { bytes, mimeType, at }: { bytes: number; mimeType: string; at: number },
): RecordingStep {
  const grown = { ...state.take, bytes, mimeType }
  const isDiscarded = state.phase === 'stopping' && state.isDiscarded
  if (state.isSent || isDiscarded) return unchanged({ ...state, take: grown })
  const take = { ...grown, soundsFromMs: elapsedMs(state.time, at) }
  return { state: { ...state, take, isSent: true }, effects: [{ type: 'sendGrowing', take }] }
}

function end(state: RecordingState, { reason, at, isDiscarded }: Ending): RecordingStep {
  if (state.phase === 'starting') {
    const endedBy = {
      ...(state.endedBy ?? { reason, at }),
      isDiscarded: isDiscarded || state.endedBy?.isDiscarded === true,
    }
    return unchanged({ ...state, endedBy })
  }
  if (state.phase === 'stopping')
    return isDiscarded && !state.isDiscarded
      ? { state: { ...state, isDiscarded }, effects: [{ type: 'abandon', take: state.take }] }
      : unchanged(state)
  if (state.phase !== 'recording' && state.phase !== 'paused') return unchanged(state)
  const { time, isSent } = state
  const take = { ...withTimes(state, at), note: reason }
  return {
    state: { phase: 'stopping', isDiscarded, take, time, isSent },
    effects: isDiscarded ? [{ type: 'abandon', take }, { type: 'stop' }] : [{ type: 'stop' }],
  }
}

function finish({ take: ended, isDiscarded }: Extract<RecordingState, { phase: 'stopping' }>): RecordingStep {
  const take: Take = { ...ended, state: 'recorded' }
  const isEmpty = take.files.mixed !== null && take.bytes === 0
  const isKept = !isDiscarded && !isEmpty
  return {
    state: isKept ? { phase: 'kept', take } : { phase: 'discarded' },
    effects: [
      { type: 'note', take },
      { type: 'finishFile' },
      { type: 'show', state: 'idle' },
      { type: isKept ? 'keep' : 'forget', take },
      { type: 'release' },
    ],
  }
}
