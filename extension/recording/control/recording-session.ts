import type { Plan } from '@callfolio/shared/plans.ts'
import type { CaptureOrder, LiveRecording, PictureState, StartAnswer } from '../../messaging/recording-protocol.ts'
import type { Capture } from '../capture/capture.ts'
import type { Silence } from '../capture/loudness.ts'
import type { CallRecorder } from '../capture/record-call.ts'
import type { Recording } from '../stored/recording.ts'
import type { FoundCaptions } from '../stored/recording-captions.ts'
import { createPublisher } from './publisher.ts'
import { NOTHING_ANNOUNCED, type Announced, type DiskSpace, type Uncaptioned } from './warnings.ts'

/** State of one recording, discarded when it ends. */
export interface Session {
  order: CaptureOrder
  capture: Capture | null
  /** Settles once its recorders run. */
  opening: Promise<void>
  call: CallRecorder | null
  timers: ReturnType<typeof setInterval>[]
  isMuted: boolean
  /** The tab's page is not in its call anymore. */
  hasLeftCall: boolean
  plan: Plan | null
  disk: DiskSpace
  captions: FoundCaptions | null
  /** Talk recorded since the last caption. */
  uncaptioned: Uncaptioned
  silence: { tab: Silence; microphone: Silence }
  /** When the audio graph stopped, tracked like a silence. */
  soundStopped: Silence
  /** When the last piece was written, in recording time, ms. */
  writtenAtMs: number
  picture: PictureState
  /** The next state of the recording to save. */
  saved: Recording
  save: () => Promise<void>
  announced: Announced
  levels: LiveRecording['levels']
  /** The recording has ended: anything opened later is closed at once. */
  isClosed: boolean
  answer: (answer: StartAnswer) => void
  release: () => void
  /** Settles when all cleanup is done. */
  ended: PromiseLike<void>
  markEnded: () => void
}

/**
 * The session of a requested recording.
 * @param save writes the recording to disk.
 * @param answer reports whether it is on disk.
 */
export function newSession(
  order: CaptureOrder,
  recording: Recording,
  save: (recording: Recording) => Promise<void>,
  answer: Session['answer'],
): Session {
  let markEnded = (): void => {}
  const ended = new Promise<void>((resolve) => (markEnded = resolve))
  const session: Session = {
    order,
    capture: null,
    opening: Promise.resolve(),
    call: null,
    timers: [],
    isMuted: false,
    hasLeftCall: false,
    plan: null,
    disk: 'enough',
    captions: null,
    uncaptioned: { sinceMs: 0, talkMs: 0, atMs: 0 },
    silence: { tab: null, microphone: null },
    soundStopped: null,
    writtenAtMs: 0,
    picture: 'awaited',
    saved: recording,
    // One write at a time: on a busy machine they would queue, and a crash would leave an old clock.
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

/** A requested recording before its first data. @param startedAt ms since 1970. */
export function newRecording(
  { server, choices, tab, title, participants, consent, link }: CaptureOrder,
  userId: string,
  startedAt: number,
): Recording {
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
    marks: [],
    participants,
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
