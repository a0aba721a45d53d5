import { useEffect, useState } from 'react'
import type { RecordingChoices } from '../../messaging/recording-protocol.ts'
import type { RecorderClient } from '../../recording/control/recorder-client.ts'

/** What the start card is drawn from. */
export interface StartFacts {
  choices: RecordingChoices
  hasCaptions: boolean
  isConsentConfirmed: boolean
}

/** Null until it is known. */
export function useStartFacts(recorder: RecorderClient): StartFacts | null {
  const [facts, setFacts] = useState<StartFacts | null>(null)
  useEffect(() => {
    let isShown = true
    void Promise.all([recorder.lastChoices(), recorder.hasCaptions(), recorder.isConsentConfirmed()]).then(
      ([last, hasCaptions, isConsentConfirmed]) => {
        // Captions alone are a button of their own, not a choice that stays.
        const choices: RecordingChoices =
          last.source === 'captions' ? { source: 'tab', microphone: true, captions: true } : last
        if (isShown) setFacts({ choices, hasCaptions, isConsentConfirmed })
      },
    )
    return () => {
      isShown = false
    }
  }, [recorder])
  return facts
}
