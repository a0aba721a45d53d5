import type { KeptTake, LiveRecording, RecorderNews, RecordingChoices, StartAnswer } from '../messaging/recording-protocol.ts'

/** What the windows of the extension can do with recordings. The entrypoints make one (`createRecorderClient`). */
export interface RecorderClient {
  /** False where the browser can't capture a tab: Firefox. */
  canRecord: boolean
  /**
   * Starts recording the tab in front, or a window that the browser asks for. Call it in a click handler: it may ask
   * for Google Meet's captions and for the microphone.
   */
  start: (choices: RecordingChoices) => Promise<StartAnswer>
  /** The choices of the last recording. */
  lastChoices: () => Promise<RecordingChoices>
  /** True when the tab in front is a meeting whose captions can be collected. */
  hasCaptions: () => Promise<boolean>
  /** Whether the person has confirmed the reminder to tell everyone. */
  isConsentConfirmed: () => Promise<boolean>
  confirmConsent: () => Promise<void>
  live: () => Promise<LiveRecording | null>
  kept: () => Promise<KeptTake[]>
  pause: () => Promise<void>
  resume: () => Promise<void>
  mute: (muted: boolean) => Promise<void>
  stop: () => Promise<void>
  discard: () => Promise<void>
  sendTake: (takeId: string) => Promise<void>
  deleteTake: (takeId: string) => Promise<void>
  /** Saves a take's file with the browser's downloads. */
  downloadTake: (takeId: string) => Promise<void>
  /** Tells what changes. @returns how to end it. */
  watch: (onNews: (news: RecorderNews) => void) => () => void
}
