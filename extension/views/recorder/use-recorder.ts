import { useEffect, useState } from 'react'
import type { KeptTake, LiveRecording } from '../../messaging/recording-protocol.ts'
import { useSession } from '../account/session-provider.tsx'
import type { RecorderClient } from '../../recording/control/recorder-client.ts'

/** What the recorder does now; `live` undefined until it is known. */
export interface RecorderView {
  live: LiveRecording | null | undefined
  kept: KeptTake[]
}

/** Follows the recorder as long as the component is shown. */
export function useRecorder(recorder: RecorderClient): RecorderView {
  const { user } = useSession()
  // Whose the kept recordings are decides what is shown of them.
  const userId = user?.id
  const [view, setView] = useState<RecorderView>({ live: undefined, kept: [] })
  useEffect(() => followRecorder(recorder, setView), [recorder, userId])
  return view
}

/**
 * Reports what the recorder does, first when it has answered and then with its news. News that arrive before the
 * answers are newer than these.
 * @returns how to end it.
 */
export function followRecorder(
  recorder: Pick<RecorderClient, 'watch' | 'live' | 'kept'>,
  onView: (view: RecorderView) => void,
): () => void {
  let view: Partial<RecorderView> = {}
  const merge = (older: Partial<RecorderView>, newer: Partial<RecorderView>) => {
    view = { ...older, ...newer }
    onView({ live: view.live, kept: view.kept ?? [] })
  }
  const stop = recorder.watch((news) => merge(view, news))
  void Promise.all([recorder.live(), recorder.kept()]).then(([live, kept]) => merge({ live, kept }, view))
  return stop
}
