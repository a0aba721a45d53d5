import { useEffect, useState } from 'react'
import type { KeptTake, LiveRecording } from '../../messaging/recording-protocol.ts'
import type { RecorderClient } from '../../recording/control/recorder-client.ts'

/** What the recorder does now; `live` undefined until it is known. */
export interface RecorderView {
  live: LiveRecording | null | undefined
  kept: KeptTake[]
}

/** Follows the recorder as long as the component is shown. */
export function useRecorder(recorder: RecorderClient): RecorderView {
  const [view, setView] = useState<RecorderView>({ live: undefined, kept: [] })
  useEffect(() => {
    const stop = recorder.watch((news) => setView((before) => ({ ...before, ...news })))
    void Promise.all([recorder.live(), recorder.kept()]).then(([live, kept]) => setView({ live, kept }))
    return stop
  }, [recorder])
  return view
}
