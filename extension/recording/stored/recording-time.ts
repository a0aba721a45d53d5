import { recordingMs } from '../../captions/recording-clock.ts'
import type { RecordingTime } from '../../messaging/captions-protocol.ts'

/** When a recording was running, by the clock: ms since 1970. */
export interface RunningTime {
  startedAt: number
  /** Finished pauses, in chronological order. */
  pauses: RecordingTime['pauses']
  /** Null while it is not paused. */
  pausedAt: number | null
}

export function startTime(at: number): RunningTime {
  return { startedAt: at, pauses: [], pausedAt: null }
}

export function pauseTime(time: RunningTime, at: number): RunningTime {
  return time.pausedAt === null ? { ...time, pausedAt: at } : time
}

export function resumeTime(time: RunningTime, at: number): RunningTime {
  if (time.pausedAt === null) return time
  return { ...time, pausedAt: null, pauses: [...time.pauses, { from: time.pausedAt, to: at }] }
}

/** The recording as if it ended now; a current pause ends with it. */
export function timeUntil(time: RunningTime, now: number): RecordingTime {
  const { startedAt, pauses } = resumeTime(time, now)
  return { startedAt, endedAt: now, pauses }
}

/** Recorded time, without pauses, ms. */
export function elapsedMs(time: RunningTime, now: number): number {
  return recordingMs(now, timeUntil(time, now))
}
