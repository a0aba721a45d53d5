import { useRef, useState } from 'react'
import type { PickedFile } from '../client/file-handles.ts'
import { probeDuration } from '../client/probe-duration.ts'
import { fileProblem } from '../client/recording-file.ts'

export interface ChosenFile extends PickedFile {
  /** Undefined while it is being looked at; null when the browser can't tell. */
  durationSeconds: number | null | undefined
}

/** The file the user chose, with its length as soon as that is known, or why it can't be taken. */
export function useChosenFile() {
  const [chosen, setChosen] = useState<ChosenFile | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const [cleared, setCleared] = useState(false)
  const latest = useRef<File | null>(null)

  const choose = async (picked: PickedFile) => {
    const wrong = fileProblem(picked.file)
    setProblem(wrong)
    if (wrong !== null) return
    latest.current = picked.file
    setChosen({ ...picked, durationSeconds: undefined })
    const durationSeconds = await probeDuration(picked.file)
    if (latest.current === picked.file) setChosen({ ...picked, durationSeconds })
  }
  const clear = () => {
    latest.current = null
    setChosen(null)
    setCleared(true)
    setProblem(null)
  }
  return { chosen, problem, cleared, choose, clear }
}
