import type { LiveRecording as Live } from '../../messaging/recording-protocol.ts'
import type { RecorderClient } from '../../recording/recorder-client.ts'

export interface LiveRecordingProps {
  recorder: RecorderClient
  /** From `useRecorder(recorder).live`. */
  live: Live
}

/** The card of the recording that runs. */
export function LiveRecording(_props: LiveRecordingProps) {
  return <section className="recorder" aria-label="Recording" />
}
