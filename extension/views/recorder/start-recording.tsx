import type { RecorderClient } from '../../recording/recorder-client.ts'

export interface StartRecordingProps {
  recorder: RecorderClient
  /** Where recording is not possible, the way to upload a file instead. */
  onUpload: () => void
}

/** The card from which a recording starts. Show it while nothing is recorded (`useRecorder(recorder).live === null`). */
export function StartRecording(_props: StartRecordingProps) {
  return <section className="recorder" aria-label="Record" />
}
