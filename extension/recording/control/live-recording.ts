import type { Plan } from '@callfolio/shared/plans.ts'
import type { CaptureOrder, LiveRecording, RecorderState, TakeSending } from '../../messaging/recording-protocol.ts'
import type { Capture } from '../capture/capture.ts'
import { diskSpace, type DiskSpace } from './warnings.ts'
import { followSilence, type Silence } from '../capture/loudness.ts'
import type { CallRecorder, CallRecorderOptions } from '../capture/record-call.ts'
import { elapsedMs, pauseTime, resumeTime, startTime, timeUntil } from './recording-time.ts'
import type { TakeCaptions } from '../take/take-captions.ts'
import type { TakeStore } from '../take/take-store.ts'
import type { Take } from '../take/take.ts'
import { recordingWarnings } from './warnings.ts'

/** How often windows are told what the recording does, and how often it is noted on disk. ms */
const TELL_MS = 100
const NOTE_MS = 1000
/** How often captions and the disk's space are asked for. ms */
const LOOK_MS = 3000

export interface LiveRecordingDeps {
  takes: TakeStore
  captions: TakeCaptions
  recordCall: (options: CallRecorderOptions) => Promise<CallRecorder>
  /** Space for files, as the browser estimates it. */
  estimate: () => Promise<StorageEstimate>
  sendingOf: (takeId: string) => TakeSending
  /** ms since 1970. */
  now: () => number
  /** Runs at most ten times a second, and with null at the end. */
  onLive: (live: LiveRecording | null) => void
  onState: (state: RecorderState) => void
  /** The recording has data that can be sent. */
  onFile: (take: Take, file: CallRecorder['file']) => void
  /** It has ended, by whatever; all is noted. */
  onEnded: (take: Take) => void
}

/** The recording that runs. */
export interface RunningRecording {
  takeId: string
  live(): LiveRecording
  /** The plan is asked for while it records. */
  setPlan(plan: Plan | null): void
  pause(): void
  resume(): void
  mute(muted: boolean): void
  stop(): Promise<void>
}

export interface NewRecording {
  /** Its start is now. */
  take: Take
  order: CaptureOrder
  /** Null for captions alone. */
  capture: Capture | null
}

/** Starts recording a take and keeps its note on disk up to date until it ends. */
export async function runRecording(
  { take: begun, order, capture }: NewRecording,
  deps: LiveRecordingDeps,
): Promise<RunningRecording> {
  const { takes, now } = deps
  let take = begun
  let time = startTime(take.startedAt)
  let muted = false
  let plan: Plan | null = null
  let disk: DiskSpace = 'enough'
  let health: string | null = null
  let silence: { tab: Silence; microphone: Silence } = { tab: null, microphone: null }
  let levels: LiveRecording['levels'] = { tab: null, microphone: null }
  let isAnnounced = false
  let ending: Promise<void> | null = null

  await takes.put(take)
  const call =
    capture &&
    (await deps.recordCall({
      capture,
      files: take.files,
      onBegin: begin,
      onPiece: grow,
      onFailure: (error) => void end(failureNote(error)),
    }))
  capture?.onEnd(() => void end(order.choices.source === 'tab' ? 'The tab was closed.' : 'Sharing was ended.'))
  const timers = [setInterval(tell, TELL_MS), setInterval(note, NOTE_MS), setInterval(() => void look(), LOOK_MS)]
  deps.onState('recording')
  void look()

  function begin(): void {
    time = startTime(now())
  }

  function grow(bytes: number, mimeType: string): void {
    take = { ...take, bytes, mimeType }
    if (!isAnnounced && call) {
      isAnnounced = true
      take = { ...take, soundsFromMs: elapsedMs(time, now()) }
      deps.onFile(take, call.file)
    }
  }

  function tell(): void {
    levels = capture?.mix.levels() ?? levels
    const elapsed = elapsedMs(time, now())
    if (time.pausedAt === null)
      silence = {
        tab: followSilence(silence.tab, levels.tab ?? 0, elapsed),
        microphone: muted ? null : followSilence(silence.microphone, levels.microphone ?? 0, elapsed),
      }
    deps.onLive(live())
  }

  function noted(at: number): Take {
    return { ...take, ...timeUntil(time, at), durationMs: elapsedMs(time, at) }
  }

  function note(): void {
    take = noted(now())
    // What can't be noted (a full disk) is told by the failing write.
    void takes.update(take.id, take).catch(() => {})
  }

  async function look(): Promise<void> {
    if (take.captions) {
      const found = await deps.captions.find(take).catch(() => null)
      if (found) {
        health = found.health
        take = { ...take, captionSessionIds: found.sessionIds }
      }
    }
    disk = diskSpace(await deps.estimate().catch(() => ({})))
    if (disk === 'full') await end('The disk was nearly full.')
  }

  function live(): LiveRecording {
    const elapsed = elapsedMs(time, now())
    return {
      takeId: take.id,
      title: take.title,
      source: take.source,
      state: time.pausedAt === null ? 'recording' : 'paused',
      elapsedMs: elapsed,
      bytes: take.bytes,
      levels,
      muted,
      warnings: recordingWarnings({
        elapsedMs: elapsed,
        // Captions alone have no sound to be silent.
        tabSilentSince: capture === null ? null : capture.mix.tab === null ? undefined : silence.tab,
        microphoneSilentSince: capture?.mix.microphone ? silence.microphone : undefined,
        lacksMicrophone: capture?.lacksMicrophone ?? false,
        muted,
        disk,
        plan,
      }),
      sending: deps.sendingOf(take.id),
      captions: health,
    }
  }

  function end(reason: string | null): Promise<void> {
    ending ??= finish(reason)
    return ending
  }

  async function finish(reason: string | null): Promise<void> {
    const at = now()
    for (const timer of timers) clearInterval(timer)
    // Whatever fails at the end, what is on disk is a recording.
    await Promise.allSettled([call?.stop()])
    await Promise.allSettled([capture?.close()])
    const found = take.captions ? await deps.captions.find(take).catch(() => null) : null
    take = {
      ...noted(at),
      captionSessionIds: found?.sessionIds ?? take.captionSessionIds,
      state: 'recorded',
      note: reason,
    }
    await takes.update(take.id, take).catch(() => {})
    call?.finish()
    deps.onState('idle')
    deps.onLive(null)
    deps.onEnded(take)
  }

  return {
    takeId: take.id,
    live,
    setPlan(known) {
      plan = known
    },
    pause() {
      if (ending !== null || time.pausedAt !== null) return
      call?.pause()
      time = pauseTime(time, now())
      deps.onState('paused')
    },
    resume() {
      if (ending !== null || time.pausedAt === null) return
      call?.resume()
      time = resumeTime(time, now())
      deps.onState('recording')
    },
    mute(on) {
      muted = on
      capture?.mix.setMuted(on)
    },
    stop: () => end(null),
  }
}

function failureNote(error: Error): string {
  return error.name === 'QuotaExceededError' ? 'The disk is full.' : `The recorder failed: ${error.message}`
}
