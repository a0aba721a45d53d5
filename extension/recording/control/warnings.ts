import type { Plan } from '@callfolio/shared/plans.ts'
import type { RecordingWarning } from '../../messaging/recording-protocol.ts'
import { isTooSilent, type Silence } from '../capture/loudness.ts'
import { limitWarning } from '../take/plan-limit.ts'

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

const MB = 1_000_000
/** Some fifteen minutes of recording. */
const LOW_BYTES = 150 * MB
/** Enough to write the last seconds and to note that it ended. */
const FULL_BYTES = 30 * MB

/** Whether a recording can go on being written. */
export type DiskSpace = 'enough' | 'low' | 'full'

/** Judges what the browser says of the space it may use. Where it says nothing, only a failed write tells. */
export function diskSpace({ quota, usage }: StorageEstimate): DiskSpace {
  if (quota === undefined || usage === undefined) return 'enough'
  const free = quota - usage
  if (free < FULL_BYTES) return 'full'
  return free < LOW_BYTES ? 'low' : 'enough'
}
