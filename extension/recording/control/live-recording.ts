import type { Plan } from '@callfolio/shared/plans.ts'
import type {
  CaptureOrder,
  LiveRecording,
  RecorderState,
  RecordingWarning,
  StartAnswer,
  TakeSending,
} from '../../messaging/recording-protocol.ts'
import { captureProblem } from '../capture/capture-problem.ts'
import { openCapture } from '../capture/capture.ts'
import { followSilence } from '../capture/loudness.ts'
import { recordCall, type CallRecorder } from '../capture/record-call.ts'
import type { TakeCaptions } from '../take/take-captions.ts'
import type { TakeStore } from '../take/take-store.ts'
import { takeLock, type Take } from '../take/take.ts'
import {
  isOnDisk,
  isRunning,
  reduceRecording,
  type RecordingEffect,
  type RecordingEvent,
  type RecordingState,
} from './recording-machine.ts'
import { newSession, newTake, type Session } from './recording-session.ts'
import { elapsedMs } from './recording-time.ts'
import { announceWarnings, diskSpace, recordingWarnings } from './warnings.ts'

/** How often windows receive the state of the recording, and how often it is written to disk. ms */
const PUBLISH_INTERVAL_MS = 100
const PERSIST_INTERVAL_MS = 1000
/** How often captions and the disk's space are asked for. ms */
const POLL_INTERVAL_MS = 3000
const BUSY = 'Something is being recorded already.'
const SIGN_IN = 'Sign in first, so that the recording has somewhere to go.'

export interface LiveRecordingDeps {
  takes: TakeStore
  captions: TakeCaptions
  /** Whose session is kept for a server, asked without the network; null: nobody's. */
  signedInUser: (server: string) => Promise<string | null>
  /** The plan of who is signed in; null: unknown. */
  planOf: (server: string) => Promise<Plan | null>
  /** Space for files, as the browser estimates it. */
  estimate: () => Promise<StorageEstimate>
  /** Holds a lock until the promise settles. */
  hold: (lock: string, until: Promise<void>) => void
  sendingOf: (takeId: string) => TakeSending
  /** ms since 1970. */
  now: () => number
  /** Runs at most ten times a second, and with null at the end. */
  onLive: (live: LiveRecording | null) => void
  onState: (state: RecorderState, hasWarnings: boolean) => void
  /** The person is to be notified, whatever windows are open. */
  onAlarm: (warning: RecordingWarning) => void
  /** Sends a take, while it is recorded with its growing file. */
  send: (take: Take, growing?: CallRecorder['growing']) => void
  /** Stops sending a take and takes back what was sent. */
  abandon: (take: Take) => Promise<void>
  forget: (take: Take) => Promise<void>
  /** It has ended and was kept or forgotten. */
  onEnded: () => void
}

/** Records one call at a time. */
export interface LiveRecorder {
  open(order: CaptureOrder): Promise<StartAnswer>
  live(): LiveRecording | null
  pause(): void
  resume(): void
  mute(muted: boolean): void
  /** What the person calls it. */
  rename(title: string): void
  /** Settle once all is on disk, or gone. */
  stop(): Promise<void>
  discard(): Promise<void>
}

/** Makes the driver of the recording machine: it carries out what the machine decides. */
export function createLiveRecorder(deps: LiveRecordingDeps): LiveRecorder {
  const { now } = deps
  let state: RecordingState = { phase: 'idle' }
  let session: Session | null = null

  async function dispatch(event: RecordingEvent): Promise<void> {
    const step = reduceRecording(state, event)
    ;({ state } = step)
    const own = session
    if (own === null) return
    for (const effect of step.effects) await carryOut(effect, own)
    if (step.effects.some(({ type }) => type === 'release')) own.markEnded()
  }

  function carryOut(effect: RecordingEffect, own: Session): Promise<void> | void {
    switch (effect.type) {
      case 'ask':
        return ask(own)
      case 'hold':
        return deps.hold(takeLock(effect.take.id), new Promise((resolve) => (own.release = resolve)))
      case 'start':
        return start(own, effect.take)
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
        // What can't be written (a full disk) is reported by the failing write.
        return deps.takes.update(effect.take.id, effect.take).catch(() => {})
      case 'sendGrowing':
        return own.call ? deps.send(effect.take, own.call.growing) : undefined
      case 'finishFile':
        return own.call?.finish()
      case 'abandon':
        return deps.abandon(effect.take)
      case 'keep':
        return deps.send(effect.take)
      case 'forget':
        return deps.forget(effect.take)
      case 'show':
        deps.onState(effect.state, own.announced.shown.size > 0)
        return effect.state === 'idle' ? deps.onLive(null) : undefined
    }
  }

  async function ask(own: Session): Promise<void> {
    const { server, choices } = own.order
    const userId = await deps.signedInUser(server)
    if (userId === null) return refuse(own, SIGN_IN)
    try {
      own.capture = choices.source === 'captions' ? null : await openCapture(own.order)
    } catch (error) {
      return refuse(own, captureProblem(error))
    }
    await dispatch({ type: 'captured', take: newTake(own, userId, now()) })
  }

  async function refuse(own: Session, problem: string): Promise<void> {
    await dispatch({ type: 'refused', problem })
    own.answer({ started: false, problem })
  }

  async function start(own: Session, take: Take): Promise<void> {
    const { order, capture } = own
    try {
      await deps.takes.put(take)
      own.call =
        capture &&
        (await recordCall({
          capture,
          files: take.files,
          onBegin() {
            own.writtenAtMs = 0
            void dispatch({ type: 'begun', at: now() })
          },
          onPiece(bytes, mimeType) {
            if (isOnDisk(state)) own.writtenAtMs = elapsedMs(state.time, now())
            void dispatch({ type: 'grown', bytes, mimeType, at: now() })
          },
          onFailure: (error) => void end(failureNote(error)),
        }))
    } catch (error) {
      const problem = captureProblem(error)
      await dispatch({ type: 'startFailed', problem })
      return own.answer({ started: false, problem })
    }
    capture?.onEnd(() => void end(order.choices.source === 'tab' ? 'The tab was closed.' : 'Sharing was ended.'))
    own.timers = [
      setInterval(() => publish(own), PUBLISH_INTERVAL_MS),
      setInterval(() => void dispatch({ type: 'ticked', at: now() }), PERSIST_INTERVAL_MS),
      setInterval(() => void poll(own), POLL_INTERVAL_MS),
    ]
    own.answer({ started: true })
    void poll(own)
    void deps.planOf(order.server).then((plan) => (own.plan = plan))
    await dispatch({ type: 'started' })
  }

  async function stop(own: Session): Promise<void> {
    for (const timer of own.timers) clearInterval(timer)
    // Whatever fails at the end, what is on disk is a recording.
    await Promise.allSettled([own.call?.stop()])
    await Promise.allSettled([own.capture?.close()])
    await findCaptions(own)
    await dispatch({ type: 'closed' })
  }

  async function end(reason: string | null, isDiscarded = false): Promise<void> {
    const own = session
    if (!isOnDisk(state) || own === null) return
    await dispatch({ type: 'ended', reason, at: now(), isDiscarded })
    await own.ended
  }

  async function findCaptions(own: Session): Promise<void> {
    if (!isOnDisk(state) || !state.take.captions) return
    const found = await deps.captions.find(state.take).catch(() => null)
    if (found === null) return
    own.health = found.health
    await dispatch({ type: 'captionsFound', sessionIds: found.sessionIds, name: found.name })
  }

  async function poll(own: Session): Promise<void> {
    await findCaptions(own)
    own.disk = diskSpace(await deps.estimate().catch(() => ({})))
    if (own.disk === 'full') await end('The disk was nearly full.')
  }

  function publish(own: Session): void {
    if (!isOnDisk(state)) return
    const { capture, silence, isMuted, soundStopped } = own
    own.levels = capture?.mix.levels() ?? own.levels
    const { tab, microphone } = own.levels
    const elapsed = elapsedMs(state.time, now())
    if (state.time.pausedAt === null) {
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

  /** Reports warnings to the background, which shows them while no window does. */
  function announce(own: Session, { warnings, state: shown }: LiveRecording): void {
    const hadWarnings = own.announced.shown.size > 0
    const { announced, alarms } = announceWarnings(own.announced, warnings, now())
    own.announced = announced
    for (const alarm of alarms) deps.onAlarm(alarm)
    if (hadWarnings !== warnings.length > 0) deps.onState(shown, warnings.length > 0)
  }

  function live(): LiveRecording | null {
    if (session === null || !isOnDisk(state) || state.phase === 'starting') return null
    const { capture, isMuted: muted, silence, soundStopped, writtenAtMs, levels, disk, plan, health } = session
    const { take, time } = state
    const elapsed = elapsedMs(time, now())
    return {
      takeId: take.id,
      title: { text: take.title, source: take.titleSource },
      source: take.source,
      state: time.pausedAt === null ? 'recording' : 'paused',
      elapsedMs: elapsed,
      bytes: take.bytes,
      levels,
      muted,
      warnings: recordingWarnings({
        elapsedMs: elapsed,
        writtenAtMs: capture === null ? undefined : writtenAtMs,
        soundStoppedSince: soundStopped,
        // Without sound there is no silence to report.
        tabSilentSince: capture === null ? null : capture.mix.tab === null ? undefined : silence.tab,
        microphoneSilentSince: capture?.mix.microphone ? silence.microphone : undefined,
        microphone: capture?.microphone() ?? 'recorded',
        muted,
        disk,
        plan,
      }),
      sending: deps.sendingOf(take.id),
      captions: health,
    }
  }

  return {
    open(order) {
      if (isRunning(state)) return Promise.resolve({ started: false, problem: BUSY })
      return new Promise((resolve) => {
        session = newSession(order, resolve)
        void dispatch({ type: 'opened' })
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
    rename: (title) => void dispatch({ type: 'renamed', title }),
    stop: () => end(null),
    discard: () => end(null, true),
  }
}

function failureNote(error: Error): string {
  return error.name === 'QuotaExceededError' ? 'The disk is full.' : `The recorder failed: ${error.message}`
}
