import type { Plan } from '@callfolio/shared/plans.ts'
import type { CaptureOrder, LiveRecording, StartAnswer } from '../../messaging/recording-protocol.ts'
import type { Capture } from '../capture/capture.ts'
import type { Silence } from '../capture/loudness.ts'
import type { CallRecorder } from '../capture/record-call.ts'
import type { Take } from '../take/take.ts'
import { NOTHING_ANNOUNCED, type Announced, type DiskSpace } from './warnings.ts'

/** What belongs to one recording and ends with it. */
export interface Session {
  order: CaptureOrder
  capture: Capture | null
  call: CallRecorder | null
  timers: ReturnType<typeof setInterval>[]
  isMuted: boolean
  plan: Plan | null
  disk: DiskSpace
  health: string | null
  silence: { tab: Silence; microphone: Silence }
  /** Since when the audio graph stands still, as of a silence. */
  soundStopped: Silence
  /** When the last piece came to disk, by the recording's own time in ms. */
  writtenAtMs: number
  announced: Announced
  levels: LiveRecording['levels']
  answer: (answer: StartAnswer) => void
  release: () => void
  /** Settles when all that its end asked for is done. */
  ended: PromiseLike<void>
  markEnded: () => void
}

/** The session of a recording that was asked for. @param answer reports whether it has started. */
export function newSession(order: CaptureOrder, answer: Session['answer']): Session {
  let markEnded = (): void => {}
  const ended = new Promise<void>((resolve) => (markEnded = resolve))
  return {
    order,
    capture: null,
    call: null,
    timers: [],
    isMuted: false,
    plan: null,
    disk: 'enough',
    health: null,
    silence: { tab: null, microphone: null },
    soundStopped: null,
    writtenAtMs: 0,
    announced: NOTHING_ANNOUNCED,
    levels: { tab: null, microphone: null },
    answer,
    release: () => {},
    ended,
    markEnded,
  }
}

/** The take that a session records. @param startedAt ms since 1970. */
export function newTake(
  { order: { server, choices, tab, title, consent, link }, capture }: Session,
  userId: string,
  startedAt: number,
): Take {
  const id = crypto.randomUUID()
  return {
    id,
    server,
    userId,
    source: choices.source,
    title: title.text,
    titleSource: title.source,
    tabId: tab.id,
    mimeType: '',
    files: {
      mixed: capture && `${id}-call`,
      microphone: capture?.mix.microphone ? `${id}-microphone` : null,
      tab: capture?.mix.tab ? `${id}-tab` : null,
    },
    soundsFromMs: 0,
    startedAt,
    endedAt: startedAt,
    pauses: [],
    bytes: 0,
    durationMs: 0,
    consent,
    captions: choices.captions || choices.source === 'captions',
    captionSessionIds: [],
    link,
    ...(choices.untilModel !== undefined && { untilModel: choices.untilModel }),
    state: 'recording',
    note: null,
  }
}
