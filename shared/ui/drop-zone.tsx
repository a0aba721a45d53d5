import { CloudUpload } from 'lucide-react'
import { useRef, useState, type ChangeEvent, type DragEvent } from 'react'
import { canPickHandles, droppedFile, pickVideo, type PickedFile } from '../client/file-handles.ts'
import { useFocusWhen } from './use-focus-when.ts'
import { buttonClass } from './button.ts'
import { probeDuration } from '../client/probe-duration.ts'
import { fileProblem } from '../client/recording-file.ts'

interface DropZoneProps {
  /** Stands where the reader has just given up another file. */
  focused: boolean
  onPick: (picked: PickedFile) => void
}

/** Takes a video by dropping or choosing. */
export function DropZone({ focused, onPick }: DropZoneProps) {
  const button = useFocusWhen<HTMLButtonElement>(focused)
  const input = useRef<HTMLInputElement>(null)
  const [over, setOver] = useState(false)

  const choose = async () => {
    if (!canPickHandles()) return input.current?.click()
    const picked = await pickVideo()
    if (picked) onPick(picked)
  }
  const drop = async (event: DragEvent) => {
    event.preventDefault()
    setOver(false)
    const picked = await droppedFile(event.dataTransfer)
    if (picked) onPick(picked)
  }
  const change = (event: ChangeEvent<HTMLInputElement>) => {
    const file = event.target.files?.[0]
    event.target.value = ''
    if (file) onPick({ file, handle: null })
  }

  return (
    <div
      onDragOver={(event) => {
        event.preventDefault()
        setOver(true)
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => void drop(event)}
      className={`grid justify-items-center gap-4 rounded border border-dashed px-6 py-14 text-center transition-colors duration-150 sm:py-20 ${
        over ? 'border-accent bg-accent-soft' : 'border-line-strong bg-surface'
      }`}
    >
      <CloudUpload size={32} strokeWidth={1.5} aria-hidden className="text-muted" />
      <div className="grid gap-1">
        <p className="text-17 font-medium">Drag and drop your recording here</p>
        <p className="text-13 text-muted">Supports MP4, MOV, AVI, and other video formats (Max 2GB)</p>
      </div>
      <button ref={button} type="button" onClick={() => void choose()} className={buttonClass()}>
        Choose File
      </button>
      <input ref={input} hidden type="file" accept="video/*" aria-label="Video file" onChange={change} />
    </div>
  )
}

export interface ChosenFile extends PickedFile {
  /** Undefined while it is being checked; null when the browser doesn't know. */
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
