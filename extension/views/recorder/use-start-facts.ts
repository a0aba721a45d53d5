import { useEffect, useState } from 'react'
import type { CaptionSite } from '../../captions/caption-sites.ts'
import type { CaptureSource, RecordingChoices, RecordingTitle } from '../../messaging/recording-protocol.ts'
import type { RecorderClient } from '../../recording/control/recorder-client.ts'

/** The start card's data. */
export interface StartFacts {
  choices: RecordingChoices
  /** Null: the front tab is no meeting whose captions can be collected. */
  captionSite: CaptionSite | null
  isConsentConfirmed: boolean
}

/** Null until known. */
export function useStartFacts(recorder: RecorderClient): StartFacts | null {
  const [facts, setFacts] = useState<StartFacts | null>(null)
  useEffect(() => {
    let isShown = true
    void Promise.all([recorder.lastChoices(), recorder.captionSite(), recorder.isConsentConfirmed()]).then(
      ([choices, captionSite, isConsentConfirmed]) => {
        if (isShown) setFacts({ choices, captionSite, isConsentConfirmed })
      },
    )
    return () => {
      isShown = false
    }
  }, [recorder])
  return facts
}

/** The initial title of a recording from this source when the person types none. */
export function useSuggestedTitle(recorder: RecorderClient, source: CaptureSource): RecordingTitle {
  const [title, setTitle] = useState<RecordingTitle>({ text: '', source: 'file' })
  useEffect(() => {
    let isShown = true
    void recorder.suggestedTitle(source).then((suggested) => isShown && setTitle(suggested))
    return () => {
      isShown = false
    }
  }, [recorder, source])
  return title
}
