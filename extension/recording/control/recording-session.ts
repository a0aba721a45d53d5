import type { Plan } from '@callfolio/shared/plans.ts'
import type { CaptureOrder, LiveRecording, PictureState, StartAnswer } from '../../messaging/recording-protocol.ts'
import type { Capture } from '../capture/capture.ts'
import type { Silence } from '../capture/loudness.ts'
import type { CallRecorder } from '../capture/record-call.ts'
import type { Take } from '../take/take.ts'
import type { FoundCaptions } from '../take/take-captions.ts'
import { createPublisher } from './publisher.ts'
import { NOTHING_ANNOUNCED, type Announced, type DiskSpace, type Uncaptioned } from './warnings.ts'

/** What belongs to one recording and ends with it. */
export interface Session {
  order: CaptureOrder
  capture: Capture | null
  call: CallRecorder | null
  timers: ReturnType<typeof setInterval>[]
  isMuted: boolean
  plan: Plan | null
  disk: DiskSpace
  captions: FoundCaptions | null
  /** How much talk was recorded since the last caption. */
  uncaptioned: Uncaptioned
  silence: { tab: Silence; microphone: Silence }
  /** Since when the audio graph stands still, as of a silence. */
  soundStopped: Silence
  /** When the last piece came to disk, by the recording's own time in ms. */
  writtenAtMs: number
  picture: PictureState
  /** The next state to save for the take. */
  saved: Take
  save: () => Promise<void>
  announced: Announced
  levels: LiveRecording['levels']
  /** It has ended: what is opened after that is closed at once. */
  isClosed: boolean
  answer: (answer: StartAnswer) => void
  release: () => void
  /** Settles when all that its end asked for is done. */
  ended: PromiseLike<void>
  markEnded: () => void
}

/**
 * The session of a recording that was asked for.
 * @param save writes the take to disk.
 * @param answer reports whether it is on disk.
 */
export function newSession(
  order: CaptureOrder,
  take: Take,
  save: (take: Take) => Promise<void>,
  answer: Session['answer'],
): Session {
  let markEnded = (): void => {}
  const ended = new Promise<void>((resolve) => (markEnded = resolve))
  const session: Session = {
    order,
    capture: null,
    call: null,
    timers: [],
    isMuted: false,
    plan: null,
    disk: 'enough',
    captions: null,
    uncaptioned: { sinceMs: 0, talkMs: 0, atMs: 0 },
    silence: { tab: null, microphone: null },
    soundStopped: null,
    writtenAtMs: 0,
    picture: 'awaited',
    saved: take,
    // One write at a time: on a busy machine they would queue, and an old clock would be the last that a crash leaves.
    save: createPublisher(() => session.saved, save),
    announced: NOTHING_ANNOUNCED,
    levels: { tab: null, microphone: null },
    isClosed: false,
    answer,
    release: () => {},
    ended,
    markEnded,
  }
  return session
}

/** The take of a recording that was asked for. @param startedAt ms since 1970. */
export function newTake(
  { server, choices, tab, title, consent, link }: CaptureOrder,
  userId: string,
  startedAt: number,
): Take {
  const id = crypto.randomUUID()
  const isRecorded = choices.source !== 'captions'
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
      mixed: isRecorded ? `${id}-call` : null,
      sound: isRecorded ? `${id}-sound` : null,
      microphone: isRecorded && choices.microphone ? `${id}-microphone` : null,
      tab: isRecorded ? `${id}-tab` : null,
    },
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
