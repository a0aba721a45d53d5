import { useEffect, useState } from 'react'
import type { KeptRecording, LiveRecording } from '../../messaging/recording-protocol.ts'
import { useSession } from '../account/session-provider.tsx'
import type { RecorderClient } from '../../recording/control/recorder-client.ts'

/** The recorder's current state; `live` undefined until known. */
export interface RecorderView {
  live: LiveRecording | null | undefined
  kept: KeptRecording[]
}

/** Follows the recorder while the component is mounted. */
export function useRecorder(recorder: RecorderClient): RecorderView {
  const { user } = useSession()
  // The recordings shown depend on the signed-in account.
  const userId = user?.id
  const [view, setView] = useState<RecorderView>({ live: undefined, kept: [] })
  useEffect(() => followRecorder(recorder, setView), [recorder, userId])
  return view
}

/**
 * Reports the recorder's state, first from its answers and then from its news. News that arrives before the answers
 * is newer than them.
 * @returns a function that unsubscribes.
 */
export function followRecorder(
  recorder: Pick<RecorderClient, 'watch' | 'live' | 'kept'>,
  onView: (view: RecorderView) => void,
): () => void {
  let view: Partial<RecorderView> = {}
  const merge = (older: Partial<RecorderView>, newer: Partial<RecorderView>) => {
    view = { ...older, ...newer }
    // Until then, what was shown before stays: the start card would lose what was chosen on it.
    if (view.live !== undefined) onView({ live: view.live, kept: view.kept ?? [] })
  }
  const stop = recorder.watch((news) => merge(view, news))
  // An engine that doesn't answer reports why when a recording is started.
  void Promise.all([recorder.live().catch(() => null), recorder.kept().catch(() => [])]).then(([live, kept]) =>
    merge({ live, kept }, view),
  )
  return stop
}
