import { useEffect, useState } from 'react'
import type { CaptureSource, RecordingChoices, RecordingTitle } from '../../messaging/recording-protocol.ts'
import type { NoticedCalls, RecorderClient, StartTarget } from '../../recording/control/recorder-client.ts'

/** The start card's data. */
export interface StartFacts {
  choices: RecordingChoices
  /** Known before the click: the popup may close right after it. Null: no tab can be recorded. */
  target: StartTarget | null
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
        recorder.startTarget(),
        recorder.isConsentConfirmed(),
        recorder.calls(),
      ]).then(([choices, target, isConsentConfirmed, calls]) => {
        if (isShown) setFacts({ choices, target, isConsentConfirmed, calls })
      })
    }
    read()
    const unwatch = recorder.watchCalls(read)
    return () => {
      isShown = false
      unwatch()
    }
    // A start may have failed because these were outdated.
  }, [recorder, problem])
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
