import type { Plan } from '@callfolio/shared/plans.ts'
import type { CaptionPage } from '../../messaging/captions-protocol.ts'
import type { PictureState, RecordingWarning } from '../../messaging/recording-protocol.ts'
import { isTooSilent, type Silence } from '../capture/loudness.ts'
import type { MicrophoneState } from '../capture/microphone.ts'
import { limitWarning } from '../stored/plan-limit.ts'

/** A recorder writes every second: longer without a piece is more than a slow encoder. ms */
const NO_DATA_MS = 10_000
/** A picture that takes longer than this gets a warning. ms */
const NO_PICTURE_MS = 10_000
/** A browser that briefly pauses the sound resumes it automatically. ms */
const SOUND_STOPPED_MS = 2000
/** Captions appear within seconds of speech. */
const NO_CAPTIONS_MS = 20_000
/** Level of 0 to 1: voices are louder, most background noise is not. */
const TALK_LEVEL = 0.35

/** Talk recorded since the last caption. Times are relative to the start of the recording, in ms. */
export interface Uncaptioned {
  /** When the last caption arrived; 0 before the first. */
  sinceMs: number
  /** Talk time since then. */
  talkMs: number
  /** When `talkMs` was last updated. */
  atMs: number
}

/** The state of a meeting's captions. */
export interface CaptionFacts extends Uncaptioned {
  page: CaptionPage
  hasLines: boolean
  /** No sound is recorded with them. */
  isAlone: boolean
}

/** Facts about a recording that may call for a warning. */
export interface RecordingFacts {
  elapsedMs: number
  picture: PictureState
  /** When the last piece was written, in recording time, ms; undefined: there is no file. */
  writtenAtMs: number | undefined
  /** When the audio graph stopped; null while it runs. */
  soundStoppedSince: Silence
  /** Undefined: there is no such track. */
  tabSilentSince: Silence | undefined
  microphoneSilentSince: Silence | undefined
  microphone: MicrophoneState
  muted: boolean
  /** The tab's page is not in its call anymore. */
  hasLeftCall: boolean
  disk: DiskSpace
  plan: Plan | null
  /** Null: not requested. */
  captions: CaptionFacts | null
}

/** Warnings to show, the most urgent first. */
export function recordingWarnings({
  elapsedMs,
  picture,
  writtenAtMs,
  soundStoppedSince,
  tabSilentSince,
  microphoneSilentSince,
  microphone,
  muted,
  hasLeftCall,
  disk,
  plan,
  captions,
}: RecordingFacts): RecordingWarning[] {
  const soundStopped = soundStoppedSince !== null && elapsedMs - soundStoppedSince >= SOUND_STOPPED_MS
  const found: (RecordingWarning | false)[] = [
    writtenAtMs !== undefined &&
      elapsedMs - writtenAtMs >= NO_DATA_MS && {
        kind: 'no-data',
        text: `Nothing recorded for ${seconds(elapsedMs - writtenAtMs)} s. Stop, then start again. The recording so far is saved.`,
      },
    writtenAtMs !== undefined && pictureWarning(picture, elapsedMs),
    disk !== 'enough' && {
      kind: 'disk-low',
      text: 'Your disk is almost full. The recording will stop soon and be saved.',
    },
    hasLeftCall && { kind: 'call-ended', text: 'The call has ended. Stop and get the link?' },
    soundStopped && {
      kind: 'sound-stopped',
      text: 'The browser stopped this recording’s audio. Stop, then start again.',
    },
    microphoneWarning(microphone),
    tabSilentSince === undefined && {
      kind: 'no-tab-sound',
      text: 'No call audio. Stop, start again and share a screen or tab with audio.',
    },
    !soundStopped && !hasLeftCall && getSilence('silent-tab', 'the call', tabSilentSince, elapsedMs),
    !soundStopped &&
      !muted &&
      microphone.is !== 'ended' &&
      microphone.is !== 'absent' &&
      getSilence('silent-microphone', 'your microphone', microphoneSilentSince, elapsedMs),
    captions !== null && !hasLeftCall && captionWarning(captions, elapsedMs),
    getLimit(elapsedMs, plan),
  ]
  return found.filter((warning) => warning !== false)
}

function microphoneWarning(microphone: MicrophoneState): RecordingWarning | false {
  switch (microphone.is) {
    case 'recorded':
      return false
    case 'absent':
      return {
        kind: 'no-microphone',
        text: 'Your microphone isn’t available. Only the other participants are recorded.',
      }
    case 'ended':
      return {
        kind: 'microphone-ended',
        text: 'Your microphone was disconnected. Only the other participants are recorded now.',
      }
    case 'other':
      return {
        kind: 'other-microphone',
        text: `Your microphone isn’t connected. Recording with “${microphone.used}”.`,
      }
    case 'failed':
      return {
        kind: 'microphone-failed',
        text: `Can’t open “${microphone.wanted}”. Still recording with “${microphone.used}”.`,
      }
  }
}

function pictureWarning(picture: PictureState, elapsedMs: number): RecordingWarning | false {
  if (picture === 'lost')
    return { kind: 'no-picture', text: 'The browser can’t record video anymore. Audio is still being recorded.' }
  if (picture === 'recorded' || elapsedMs < NO_PICTURE_MS) return false
  return {
    kind: 'no-picture',
    text: 'This computer is too busy to record video. Close other apps. Audio is still being recorded.',
  }
}

function seconds(ms: number): number {
  return Math.floor(ms / 1000)
}

function getSilence(
  kind: RecordingWarning['kind'],
  whose: string,
  since: Silence | undefined,
  elapsedMs: number,
): RecordingWarning | false {
  if (since === undefined || since === null || !isTooSilent(since, elapsedMs)) return false
  return { kind, text: `No sound from ${whose} for ${seconds(elapsedMs - since)} s.` }
}

/** Adds the talk since the last update. @param level of the loudest track, 0 to 1. */
export function followTalk({ sinceMs, talkMs, atMs }: Uncaptioned, level: number, elapsedMs: number): Uncaptioned {
  return { sinceMs, talkMs: level > TALK_LEVEL ? talkMs + elapsedMs - atMs : talkMs, atMs: elapsedMs }
}

function captionWarning(
  { page, hasLines, isAlone, sinceMs, talkMs }: CaptionFacts,
  elapsedMs: number,
): RecordingWarning | false {
  if (page === 'unreadable')
    return {
      kind: 'captions-unreadable',
      text: `We can’t read this page’s captions. ${isAlone ? 'Record the tab to get a transcript.' : 'We’ll transcribe the recording instead.'}`,
    }
  // Without sound, a page that shows no captions is the only reason.
  const isMissing = isAlone ? !hasLines || page === 'hidden' : talkMs >= NO_CAPTIONS_MS
  if (!isMissing || elapsedMs - sinceMs < NO_CAPTIONS_MS) return false
  return {
    kind: 'no-captions',
    text: `No captions for ${seconds(elapsedMs - sinceMs)} s. Turn them on in the meeting (Google Meet: press “c”).`,
  }
}

function getLimit(elapsedMs: number, plan: Plan | null): RecordingWarning | false {
  const text = limitWarning(elapsedMs, plan)
  return text !== null && { kind: 'plan-limit', text }
}

const MB = 1_000_000
/** About fifteen minutes of recording. */
const LOW_BYTES = 150 * MB
/** Enough to write the last seconds and the fact that it ended. */
const FULL_BYTES = 30 * MB

/** Whether there is space to continue the recording. */
export type DiskSpace = 'enough' | 'low' | 'full'

/** Evaluates the browser's storage estimate. Without one, only a failed write reveals a full disk. */
export function diskSpace({ quota, usage }: StorageEstimate): DiskSpace {
  if (quota === undefined || usage === undefined) return 'enough'
  const free = quota - usage
  if (free < FULL_BYTES) return 'full'
  return free < LOW_BYTES ? 'low' : 'enough'
}

/** A recurring warning is announced again after this time at the earliest. ms */
const ANNOUNCE_AGAIN_MS = 5 * 60_000

/** Announcements outside the windows: the warnings shown now, and when each was last announced, ms since 1970. */
export interface Announced {
  shown: ReadonlySet<RecordingWarning['kind']>
  at: ReadonlyMap<RecordingWarning['kind'], number>
}

export const NOTHING_ANNOUNCED: Announced = { shown: new Set(), at: new Map() }

/** Tracks the warnings. @returns the announcements so far, and the warnings to announce now. */
export function announceWarnings(
  announced: Announced,
  warnings: readonly RecordingWarning[],
  now: number,
): { announced: Announced; alarms: RecordingWarning[] } {
  const alarms = warnings.filter(
    ({ kind }) => !announced.shown.has(kind) && now - (announced.at.get(kind) ?? -Infinity) >= ANNOUNCE_AGAIN_MS,
  )
  const at = new Map([...announced.at, ...alarms.map(({ kind }) => [kind, now] as const)])
  return { announced: { shown: new Set(warnings.map(({ kind }) => kind)), at }, alarms }
}
