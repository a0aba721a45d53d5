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
 * Who a message is for. `engine` records and uploads: the offscreen page where there is one, because it outlives popup,
 * side panel and worker; the background page elsewhere.
 */
export type Receiver = keyof Messages

/**
 * What each receiver is asked for. The protocols beside this file parse it. What is said about captions goes ways of its
 * own (`captions-protocol.ts`), because pages of the web may send some of it.
 */
export interface Messages {
  background: StartCommand | EngineWake | RecorderStateMessage | RecordingAlarm | AccountCommand | UploadNews
  engine: RecordingCommand | UploadCommand
}

/** What each message is answered with, by its type. */
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
  /** Windows give the engine their LiveCommands: a message could wait for the background and end with its window. */
  liveCommands: 'live-commands',
  /** Windows give the engine files, and receive its list: ChannelMessage. */
  uploads: 'uploads',
  /** The background reports that it has changed the session: its identity client can't reach those of the pages. */
  account: 'account',
} as const
