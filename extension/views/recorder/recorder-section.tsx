import type { RecorderClient } from '../../recording/recorder-client.ts'
import { KeptTakes } from './kept-takes.tsx'
import { LiveRecording } from './live-recording.tsx'
import { StartRecording } from './start-recording.tsx'
import { useRecorder } from './use-recorder.ts'

export interface RecorderSectionProps {
  recorder: RecorderClient
  /** Where recording is not possible, the way to upload a file instead. */
  onUpload: () => void
}

/** All about recording that a window shows: the start or what runs, and what was kept. */
export function RecorderSection({ recorder, onUpload }: RecorderSectionProps) {
  const { live, kept } = useRecorder(recorder)
  return (
    <>
      {live === null && <StartRecording recorder={recorder} onUpload={onUpload} />}
      {live && <LiveRecording recorder={recorder} live={live} />}
      <KeptTakes recorder={recorder} takes={kept} />
    </>
  )
}
