import { formatClock } from '@callfolio/shared/format.ts'
import type { Plan } from '@callfolio/shared/plans.ts'
import {
  SIGN_IN_FIRST,
  type CaptureOrder,
  type LiveRecording,
  type RecorderState,
  type RecordingAlarm,
  type StartAnswer,
  type RecordingSending,
} from '../../messaging/recording-protocol.ts'
import { captureProblem } from '../capture/capture-problem.ts'
import type { Capture } from '../capture/capture.ts'
import { isSettledWithin } from '../capture/is-settled-within.ts'
import { followSilence } from '../capture/loudness.ts'
import { openTracks, recordCall, type CallRecorder } from '../capture/record-call.ts'
import type { Spool } from '../capture/spool.ts'
import type { RecordingCaptions } from '../stored/recording-captions.ts'
import type { RecordingStore } from '../stored/recording-store.ts'
import { recordingLock, type Recording } from '../stored/recording.ts'
import {
  isRunning,
  reduceRecording,
  type RecordingEffect,
  type RecordingEvent,
  type RecordingState,
} from './recording-machine.ts'
import { newSession, newRecording, type Session } from './recording-session.ts'
import { elapsedMs } from '../stored/recording-time.ts'
import { announceWarnings, diskSpace, followTalk, recordingWarnings } from './warnings.ts'

/** How often windows get the recording's state, and how often it is written to disk. ms */
const PUBLISH_INTERVAL_MS = 100
const PERSIST_INTERVAL_MS = 1000
/** How often captions and disk space are checked. ms */
const POLL_INTERVAL_MS = 3000
/** A disk that doesn't save the recording's entry within this time is given up. ms */
const SAVE_MS = 30_000
/** A step that takes longer is abandoned: what is on disk is a recording. ms */
const END_MS = 10_000
const BUSY = 'A recording is already in progress.'

export interface LiveRecordingDeps {
  /** Opens the requested sources. @throws the browser's error when it refuses. */
  openCapture: (order: CaptureOrder) => Promise<Capture>
  /** Opens a file in the recorder's folder. */
  openSpool: (name: string) => Promise<Spool>
  recordings: RecordingStore
  captions: RecordingCaptions
  /** The user whose session is stored for a server, read without the network; null: none. */
  signedInUser: (server: string) => Promise<string | null>
  /** The signed-in user's plan; null: unknown. */
  getPlan: (server: string) => Promise<Plan | null>
  /** Storage space, as estimated by the browser. */
  estimate: () => Promise<StorageEstimate>
  /** Holds a lock until the promise settles. */
  hold: (lock: string, until: Promise<void>) => void
  getSending: (recordingId: string) => RecordingSending
  /** ms since 1970. */
  now: () => number
  /** Called at most ten times a second, and with null at the end. */
  onLive: (live: LiveRecording | null) => void
  onState: (state: RecorderState, hasWarnings: boolean) => void
  /** Notifies the person, whatever windows are open. */
  onAlarm: (alarm: Pick<RecordingAlarm, 'kind' | 'text' | 'recordingId'>) => void
  /** Sends a recording; while it is recorded, with its growing file. */
  send: (recording: Recording, growing?: CallRecorder['growing']) => void
  /** Stops sending a recording and deletes what was sent. */
  abandon: (recording: Recording) => Promise<void>
  forget: (recording: Recording) => Promise<void>
  /** The recording has ended and was kept or forgotten. Settles once windows show it. */
  onEnded: () => Promise<void>
}

/** Records one call at a time. */
export interface LiveRecorder {
  open(order: CaptureOrder): Promise<StartAnswer>
  live(): LiveRecording | null
  pause(): void
  resume(): void
  mute(muted: boolean): void
  /** Records another microphone. @param id null: the system default. */
  chooseMicrophone(id: string | null): void
  dismissMicrophone(): void
  /** The title the person gave it. */
  rename(title: string): void
  /** Marks this timestamp of it. */
  mark(): void
  /** A tab's page left its call, or is in one, with these people. */
  followCall(tabId: number, hasLeft: boolean, people: string[]): void
  /** Settle once everything is on disk, or deleted. */
  stop(): Promise<void>
  discard(): Promise<void>
}

/** Creates the driver of the recording machine, which carries out the machine's effects. */
export function createLiveRecorder(deps: LiveRecordingDeps): LiveRecorder {
  const { now } = deps
  let state: RecordingState = { phase: 'idle' }
  let session: Session | null = null
  let isOpening = false

  async function dispatch(event: RecordingEvent): Promise<void> {
    const step = reduceRecording(state, event)
    ;({ state } = step)
    const own = session
    if (own === null) return
    for (const effect of step.effects) await attempt(effect, own)
    if (step.effects.some(({ type }) => type === 'release')) own.markEnded()
  }

  /** A failure or a hang must not block later effects: an unreleased recording would block the next one. */
  async function attempt(effect: RecordingEffect, own: Session): Promise<void> {
    try {
      const done = Promise.resolve(carryOut(effect, own))
      // Opening waits for the person, and `stop` limits its own steps.
      const isUnlimited = effect.type === 'open' || effect.type === 'stop'
      if (isUnlimited || (await isSettledWithin(done, END_MS))) await done
      else console.error(effect.type, 'takes too long')
    } catch (error) {
      console.error(effect.type, error)
    }
  }

  function carryOut(effect: RecordingEffect, own: Session): Promise<void> | void {
    switch (effect.type) {
      case 'hold':
        return deps.hold(recordingLock(effect.recording.id), new Promise((resolve) => (own.release = resolve)))
      case 'open':
        return open(own, effect.recording)
      case 'release':
        own.release()
        return deps.onEnded()
      case 'pauseRecorders':
        return own.call?.pause()
      case 'resumeRecorders':
        return own.call?.resume()
      case 'stop':
        return stop(own)
      case 'note':
        own.saved = effect.recording
        // Data that can't be written (full disk) is reported by the failing write.
        return own.save().catch(() => {})
      case 'sendGrowing':
        return own.call ? deps.send(effect.recording, own.call.growing) : undefined
      case 'finishFile':
        return own.call?.finish()
      case 'abandon':
        return deps.abandon(effect.recording)
      case 'keep':
        return deps.send(effect.recording)
      case 'forget':
        return deps.forget(effect.recording)
      case 'explain':
        return deps.onAlarm({ kind: 'ended', text: endedText(effect.recording) })
      case 'show':
        deps.onState(effect.state, own.announced.shown.size > 0)
        return effect.state === 'idle' ? deps.onLive(null) : undefined
    }
  }

  async function open(own: Session, recording: Recording): Promise<void> {
    const { order } = own
    own.timers = [
      setInterval(() => publish(own), PUBLISH_INTERVAL_MS),
      setInterval(() => void dispatch({ type: 'ticked', at: now() }), PERSIST_INTERVAL_MS),
      setInterval(() => void poll(own), POLL_INTERVAL_MS),
    ]
    try {
      const saving = deps.recordings.put(recording)
      if (!(await isSettledWithin(saving, SAVE_MS))) throw new Error('the disk isn’t responding. Restart the browser.')
      await saving
    } catch (error) {
      const problem = captureProblem(error)
      own.answer({ started: false, problem })
      return void end(own, problem)
    }
    // From here on its card shows its state.
    own.answer({ started: true })
    if (own.isClosed) return
    try {
      if (order.choices.source === 'captions') await dispatch({ type: 'began', at: now() })
      else await record(own, recording)
    } catch (error) {
      return void end(own, captureProblem(error))
    }
    void deps.getPlan(order.server).then((plan) => (own.plan = plan))
    void poll(own)
  }

  async function record(own: Session, recording: Recording): Promise<void> {
    const capture = await deps.openCapture(own.order)
    if (own.isClosed) return capture.close()
    own.capture = capture
    capture.onEnd(
      () => void end(own, own.order.choices.source === 'tab' ? 'The tab was closed.' : 'Screen sharing ended.'),
    )
    own.opening = openRecorders(own, capture, recording)
    await own.opening
  }

  async function openRecorders(own: Session, capture: Capture, { files }: Recording): Promise<void> {
    const tracks = await openTracks(deps.openSpool, capture, files)
    if (own.isClosed) return tracks.close()
    const begunAt = now()
    own.call = recordCall({
      lighten: capture.lighten,
      tracks,
      onPiece(file, bytes, mimeType) {
        if (file === 'call' && own.picture === 'awaited') own.picture = 'recorded'
        void dispatch({ type: 'began', at: begunAt })
        if (isRunning(state)) own.writtenAtMs = elapsedMs(state.time, now())
        void dispatch({ type: 'grown', file, bytes, mimeType })
      },
      onPictureLost: () => (own.picture = 'lost'),
      onFailure: (error) => void end(own, failureNote(error)),
    })
  }

  async function stop(own: Session): Promise<void> {
    own.isClosed = true
    for (const timer of own.timers) clearInterval(timer)
    publish(own)
    // Whatever fails at the end, what is on disk is a recording.
    await Promise.allSettled([own.opening])
    await Promise.allSettled([own.call?.stop()])
    await isSettledWithin(Promise.resolve(own.capture?.close()), END_MS)
    await isSettledWithin(findCaptions(own), END_MS)
    await dispatch({ type: 'closed' })
  }

  /** @param own does nothing if another recording is running by now. */
  async function end(own: Session | null, reason: string | null, isDiscarded = false): Promise<void> {
    if (!isRunning(state) || own === null || own !== session) return
    await dispatch({ type: 'ended', reason, at: now(), isDiscarded })
    await own.ended
  }

  async function findCaptions(own: Session): Promise<void> {
    if (!isRunning(state) || !state.recording.captions) return
    const found = await deps.captions.find(state.recording).catch(() => null)
    if (found === null || own !== session) return
    if (found.lastLineAt !== (own.captions?.lastLineAt ?? null)) {
      const atMs = state.hasBegun ? elapsedMs(state.time, now()) : 0
      own.uncaptioned = { sinceMs: atMs, talkMs: 0, atMs }
    }
    own.captions = found
    await dispatch({ type: 'captionsFound', sessionIds: found.sessionIds, name: found.name })
  }

  async function poll(own: Session): Promise<void> {
    void own.capture?.microphone?.check()
    await findCaptions(own)
    own.disk = diskSpace(await deps.estimate().catch(() => ({})))
    if (own.disk === 'full') await end(own, 'The disk was almost full.')
  }

  function publish(own: Session): void {
    if (!isRunning(state)) return
    const { capture, silence, isMuted, soundStopped } = own
    own.levels = capture?.mix.levels() ?? own.levels
    const { tab, microphone } = own.levels
    const elapsed = state.hasBegun ? elapsedMs(state.time, now()) : 0
    if (state.phase === 'recording') {
      own.uncaptioned = followTalk(own.uncaptioned, Math.max(tab ?? 0, microphone ?? 0), elapsed)
      own.soundStopped = capture === null || capture.mix.isRunning() ? null : (soundStopped ?? elapsed)
      own.silence = {
        tab: followSilence(silence.tab, tab ?? 0, elapsed),
        microphone: isMuted ? null : followSilence(silence.microphone, microphone ?? 0, elapsed),
      }
    }
    const shown = live()
    if (shown !== null) announce(own, shown)
    deps.onLive(shown)
  }

  /** Reports warnings to the background, which shows them when no window does. */
  function announce(own: Session, { warnings, state: shown, recordingId }: LiveRecording): void {
    if (shown === 'stopping' || shown === 'discarding') return
    const hadWarnings = own.announced.shown.size > 0
    const { announced, alarms } = announceWarnings(own.announced, warnings, now())
    own.announced = announced
    for (const alarm of alarms) deps.onAlarm({ ...alarm, recordingId })
    if (hadWarnings !== warnings.length > 0) deps.onState(shown, warnings.length > 0)
  }

  function live(): LiveRecording | null {
    if (session === null || !isRunning(state)) return null
    const {
      capture,
      isMuted: muted,
      silence,
      soundStopped,
      writtenAtMs,
      levels,
      disk,
      plan,
      captions,
      picture,
      hasLeftCall,
    } = session
    const { recording, time, phase, hasBegun } = state
    const elapsed = phase === 'stopping' ? recording.durationMs : hasBegun ? elapsedMs(time, now()) : 0
    return {
      recordingId: recording.id,
      tabId: recording.source === 'screen' ? null : recording.tabId,
      title: { text: recording.title, source: recording.titleSource },
      participants: recording.participants,
      source: recording.source,
      state: state.phase === 'stopping' && state.isDiscarded ? 'discarding' : phase,
      elapsedMs: elapsed,
      bytes: recording.bytes,
      marks: recording.marks.length,
      levels,
      muted,
      microphone: capture?.microphone
        ? { chosenId: capture.microphone.chosenId(), offered: capture.microphone.offered() }
        : null,
      warnings: recordingWarnings({
        elapsedMs: elapsed,
        picture,
        writtenAtMs: capture === null ? undefined : writtenAtMs,
        soundStoppedSince: soundStopped,
        // Without sound there is no silence to report.
        tabSilentSince: capture === null ? null : capture.mix.tab === null ? undefined : silence.tab,
        microphoneSilentSince: capture?.microphone ? silence.microphone : undefined,
        microphone: capture?.microphone?.state() ?? { is: 'recorded' },
        muted,
        disk,
        plan,
        hasLeftCall,
        captions: recording.captions
          ? {
              page: captions?.page ?? 'hidden',
              hasLines: captions !== null && captions.lastLineAt !== null,
              isAlone: recording.source === 'captions',
              ...session.uncaptioned,
            }
          : null,
      }),
      sending: deps.getSending(recording.id),
      link: recording.link,
      captions: captions?.health ?? null,
    }
  }

  return {
    async open(order) {
      if (isOpening || isRunning(state)) return { started: false, problem: BUSY }
      isOpening = true
      // The previous recording shows its end first.
      await session?.ended
      const userId = await deps.signedInUser(order.server).finally(() => (isOpening = false))
      if (userId === null) return { started: false, problem: SIGN_IN_FIRST }
      const recording = newRecording(order, userId, now())
      return new Promise((resolve) => {
        session = newSession(order, recording, (saved) => deps.recordings.update(recording.id, saved), resolve)
        void dispatch({ type: 'opened', recording })
      })
    },
    live,
    pause: () => void dispatch({ type: 'paused', at: now() }),
    resume: () => void dispatch({ type: 'resumed', at: now() }),
    mute(muted) {
      if (session === null) return
      session.isMuted = muted
      session.capture?.mix.setMuted(muted)
    },
    chooseMicrophone: (id) => void session?.capture?.microphone?.choose(id),
    dismissMicrophone: () => session?.capture?.microphone?.dismissOffer(),
    rename: (title) => void dispatch({ type: 'renamed', title }),
    mark: () => void dispatch({ type: 'marked', at: now() }),
    followCall(tabId, hasLeft, people) {
      if (session === null || !isRunning(state) || state.recording.tabId !== tabId) return
      session.hasLeftCall = hasLeft
      void dispatch({ type: 'seen', people })
    },
    stop: () => end(session, null),
    discard: () => end(session, null, true),
  }
}

function failureNote(error: Error): string {
  return error.name === 'QuotaExceededError' ? 'The disk is full.' : `Recording failed: ${error.message}`
}

/** Why a recording ended, and what was saved of it. */
function endedText({ note, durationMs, bytes, source }: Recording): string {
  const isEmpty = bytes === 0 && source !== 'captions'
  return `${note ?? ''} ${isEmpty ? 'Nothing was recorded.' : `The recording is saved (${formatClock(durationMs)}).`}`.trim()
}
