import { CloudUpload } from 'lucide-react'
import { useRef, useState, type ChangeEvent, type DragEvent } from 'react'
import { canPickHandles, droppedFile, pickVideo, type PickedFile } from '../client/file-handles.ts'
import { useFocusWhen } from './use-focus-when.ts'
import { buttonClass } from './button.ts'
import { probeDuration } from '../client/probe-duration.ts'
import { AUDIO_ACCEPT, fileProblem, isAudioFile } from '../client/recording-file.ts'
import { readCaptionFile } from '../client/caption-file.ts'
import { isTranscriptFile, TRANSCRIPT_ENDINGS } from '../captions/transcript-endings.ts'
import { Banner } from './banner.tsx'
import type { ChosenCaptions } from './caption-field.tsx'

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

interface OtherFileProps {
  onPick: (picked: PickedFile) => void
}

/** Takes a sound recording or a caption file, for calls without a video. */
export function OtherFile({ onPick }: OtherFileProps) {
  const input = useRef<HTMLInputElement>(null)
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-3">
      <p className="text-15 text-muted">No video?</p>
      <button type="button" onClick={() => input.current?.click()} className={buttonClass('secondary')}>
        Audio or transcript only
      </button>
      <input
        ref={input}
        hidden
        type="file"
        accept={[AUDIO_ACCEPT, ...TRANSCRIPT_ENDINGS].join(',')}
        aria-label="Audio or transcript file"
        onChange={({ target }) => {
          const file = target.files?.[0]
          target.value = ''
          if (file) onPick({ file, handle: null })
        }}
      />
    </div>
  )
}

/** Why a file isn't taken, and the way for a sound recording. */
export function FileProblem({
  problem,
  audio,
  onPick,
}: OtherFileProps & { problem: string; audio: PickedFile | null }) {
  const upload = audio !== null && (
    <button type="button" onClick={() => onPick(audio)} className={buttonClass('secondary', 'sm')}>
      Upload as audio
    </button>
  )
  return (
    <Banner tone="danger" actions={upload || undefined}>
      {problem}
    </Banner>
  )
}

export interface ChosenFile extends PickedFile {
  /** Undefined while it is being checked; null when the browser doesn't know. */
  durationSeconds: number | null | undefined
  /** What the file says, where it is a transcript without a recording. */
  captions?: ChosenCaptions
}

/** The file the user chose, with its length as soon as that is known, or why it can't be taken. */
export function useChosenFile() {
  const [chosen, setChosen] = useState<ChosenFile | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const [refusedAudio, setRefusedAudio] = useState<PickedFile | null>(null)
  const [cleared, setCleared] = useState(false)
  const latest = useRef<File | null>(null)

  const take = async (picked: PickedFile, wrong: string | null) => {
    setProblem(wrong)
    setRefusedAudio(wrong !== null && isAudioFile(picked.file) ? picked : null)
    if (wrong !== null) return
    latest.current = picked.file
    setChosen({ ...picked, durationSeconds: undefined })
    const durationSeconds = await probeDuration(picked.file)
    if (latest.current === picked.file) setChosen({ ...picked, durationSeconds })
  }
  const choose = (picked: PickedFile) => take(picked, fileProblem(picked.file))
  const chooseOther = async (picked: PickedFile) => {
    const { file } = picked
    if (!isTranscriptFile(file.name)) return take(picked, fileProblem(file, 'audio'))
    const read = await readCaptionFile(file)
    setProblem('problem' in read ? read.problem : null)
    setRefusedAudio(null)
    if (!('problem' in read)) setChosen({ file, handle: null, durationSeconds: null, captions: read })
  }
  const clear = () => {
    latest.current = null
    setChosen(null)
    setCleared(true)
    setProblem(null)
    setRefusedAudio(null)
  }
  return { chosen, problem, refusedAudio, cleared, choose, chooseOther, clear }
}
