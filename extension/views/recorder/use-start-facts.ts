import { useEffect, useState } from 'react'
import type { CaptionSite } from '../../captions/caption-sites.ts'
import type { CaptureSource, RecordingChoices, RecordingTitle } from '../../messaging/recording-protocol.ts'
import type { NoticedCalls, RecorderClient } from '../../recording/control/recorder-client.ts'

/** The start card's data. */
export interface StartFacts {
  choices: RecordingChoices
  /** Null: the front tab is no meeting whose captions can be collected. */
  captionSite: CaptionSite | null
  isConsentConfirmed: boolean
  calls: NoticedCalls
  /** Why the last start failed. Kept here: the card leaves when a recording begins, and comes back when that fails. */
  problem: string | null
  setProblem: (problem: string | null) => void
}

/** Null until known. */
export function useStartFacts(recorder: RecorderClient): StartFacts | null {
  const [facts, setFacts] = useState<Omit<StartFacts, 'problem' | 'setProblem'> | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  useEffect(() => {
    let isShown = true
    const read = (): void => {
      void Promise.all([
        recorder.lastChoices(),
        recorder.captionSite(),
        recorder.isConsentConfirmed(),
        recorder.calls(),
      ]).then(([choices, captionSite, isConsentConfirmed, calls]) => {
        if (isShown) setFacts({ choices, captionSite, isConsentConfirmed, calls })
      })
    }
    read()
    const unwatch = recorder.watchCalls(read)
    return () => {
      isShown = false
      unwatch()
    }
  }, [recorder])
  return facts && { ...facts, problem, setProblem }
}

/** The initial title of a recording from this source when the person types none. */
export function useSuggestedTitle(recorder: RecorderClient, source: CaptureSource): RecordingTitle {
  const [title, setTitle] = useState<RecordingTitle>({ text: '', source: 'file' })
  useEffect(() => {
    let isShown = true
    const read = (): void => {
      void recorder.suggestedTitle(source).then((suggested) => isShown && setTitle(suggested))
    }
    read()
    const unwatch = recorder.watchCalls(read)
    return () => {
      isShown = false
      unwatch()
    }
  }, [recorder, source])
  return title
}
