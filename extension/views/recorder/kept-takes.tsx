import type { KeptTake } from '../../messaging/recording-protocol.ts'
import type { RecorderClient } from '../../recording/recorder-client.ts'

export interface KeptTakesProps {
  recorder: RecorderClient
  /** From `useRecorder(recorder).kept`. */
  takes: KeptTake[]
}

/** Recordings that are not a microsite yet: being sent, or offered as Resume upload, Download, Delete. Nothing when there are none. */
export function KeptTakes(_props: KeptTakesProps) {
  return null
}
