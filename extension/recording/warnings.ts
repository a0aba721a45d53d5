import type { Plan } from '@callfolio/shared/plans.ts'
import type { RecordingWarning } from '../messaging/recording-protocol.ts'
import type { DiskSpace } from './disk-space.ts'
import { isTooSilent, type Silence } from './loudness.ts'
import { limitWarning } from './plan-limit.ts'

/** What is known of a recording that may be worth a warning. */
export interface RecordingFacts {
  elapsedMs: number
  /** Undefined: there is no such track. */
  tabSilentSince: Silence | undefined
  microphoneSilentSince: Silence | undefined
  lacksMicrophone: boolean
  muted: boolean
  disk: DiskSpace
  plan: Plan | null
}

/** What to tell the person, the most urgent first. */
export function recordingWarnings({
  elapsedMs,
  tabSilentSince,
  microphoneSilentSince,
  lacksMicrophone,
  muted,
  disk,
  plan,
}: RecordingFacts): RecordingWarning[] {
  const found: (RecordingWarning | false)[] = [
    disk !== 'enough' && {
      kind: 'disk-low',
      text: 'The disk is nearly full. The recording ends by itself before it is, and is kept.',
    },
    lacksMicrophone && {
      kind: 'no-microphone',
      text: 'The microphone is not allowed or not there: you are not recorded, the others are.',
    },
    tabSilentSince === undefined && { kind: 'no-tab-sound', text: 'Without the sound of the call: it was not shared.' },
    silenceOf('silent-tab', 'the call', tabSilentSince, elapsedMs),
    !muted && silenceOf('silent-microphone', 'your microphone', microphoneSilentSince, elapsedMs),
    limitOf(elapsedMs, plan),
  ]
  return found.filter((warning) => warning !== false)
}

function silenceOf(
  kind: RecordingWarning['kind'],
  whose: string,
  since: Silence | undefined,
  elapsedMs: number,
): RecordingWarning | false {
  if (since === undefined || since === null || !isTooSilent(since, elapsedMs)) return false
  return { kind, text: `No sound from ${whose} for ${Math.floor((elapsedMs - since) / 1000)} s.` }
}

function limitOf(elapsedMs: number, plan: Plan | null): RecordingWarning | false {
  const text = limitWarning(elapsedMs, plan)
  return text !== null && { kind: 'plan-limit', text }
}
