import type { AccountCommand, WebSignIn } from './account-protocol.ts'
import type {
  EngineWake,
  RecorderStateMessage,
  RecordingAlarm,
  RecordingAnswers,
  RecordingCommand,
  StartAnswer,
  StartCommand,
} from './recording-protocol.ts'
import type { UploadCommand, UploadNews } from './uploads-protocol.ts'

/**
 * The receiver of a message. `engine` records and uploads: it is the offscreen page where available, because it
 * outlives popup, side panel and worker; elsewhere the background page.
 */
export type Receiver = keyof Messages

/**
 * The requests each receiver accepts, parsed by the protocols next to this file. Caption messages have their own
 * protocol (`captions-protocol.ts`), because web pages may send some of them.
 */
export interface Messages {
  background: StartCommand | EngineWake | RecorderStateMessage | RecordingAlarm | AccountCommand | UploadNews
  engine: RecordingCommand | UploadCommand
}

/** The answer to each message, by its type. */
export interface Answers extends RecordingAnswers {
  'recording/start': StartAnswer
  'recording/state': void
  'recording/alarm': void
  'engine/wake': void
  'account/continue': WebSignIn
  'uploads/badge': void
  'uploads/notify': void
  'uploads/tell': null
  'uploads/retry': null
  'uploads/rename': null
  'uploads/cancel': null
  'uploads/dismiss': null
  'uploads/seen': null
}

/** Names of the channels that every open page receives: messages would wake the background, and can't carry files. */
export const CHANNELS = {
  /** The engine sends windows its RecorderNews. */
  recorder: 'recorder',
  /**
   * Windows send the engine their LiveCommands: a message could wait for the background and be lost with its window.
   */
  liveCommands: 'live-commands',
  /** Windows give the engine files, and receive its list: ChannelMessage. */
  uploads: 'uploads',
  /** The background reports that it changed the session: its identity client can't reach those of the pages. */
  account: 'account',
} as const
