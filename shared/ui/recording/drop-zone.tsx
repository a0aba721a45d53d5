import { CloudUpload, LoaderCircle } from 'lucide-react'
import { useRef, type ChangeEvent } from 'react'
import { canPickHandles, pickVideo, type PickedFile } from '../../client/file-handles.ts'
import { useFocusWhen } from '../use-focus-when.ts'
import { Button } from '../button.tsx'
import { AUDIO_ACCEPT } from '../../client/recording-file.ts'
import type { RefusedFile } from '../../client/sort-files.ts'
import { TRANSCRIPT_ENDINGS } from '../../captions/transcript-endings.ts'
import { Banner } from '../banner.tsx'
import { NOT_A_VIDEO_MESSAGE } from '../../recording-limits.ts'
import { RefusedFiles } from './several-files.tsx'
import { getAudio } from './use-chosen-files.ts'
import { useFileDrop } from './use-file-drop.ts'

interface DropZoneProps {
  /** Shown after the reader has given up another file. */
  focused: boolean
  onPick: (picked: PickedFile[]) => void
}

/** Accepts one video by choosing, or several by dropping. */
export function DropZone({ focused, onPick }: DropZoneProps) {
  const button = useFocusWhen<HTMLButtonElement>(focused)
  const input = useRef<HTMLInputElement>(null)
  const { isOver, target } = useFileDrop(onPick)

  const choose = async () => {
    if (!canPickHandles()) return input.current?.click()
    const picked = await pickVideo()
    if (picked) onPick([picked])
  }
  const change = (event: ChangeEvent<HTMLInputElement>) => {
    const file = event.target.files?.[0]
    event.target.value = ''
    if (file) onPick([{ file, handle: null }])
  }

  return (
    <div
      {...target}
      className={`grid justify-items-center gap-4 rounded border border-dashed px-6 py-14 text-center transition-colors duration-150 sm:py-20 ${
        isOver ? 'border-accent bg-accent-soft' : 'border-line-strong bg-surface'
      }`}
    >
      <CloudUpload size={32} strokeWidth={1.5} aria-hidden className="text-muted" />
      <div className="grid gap-1">
        <p className="text-17 font-medium">Drag and drop your recording here</p>
        <p className="text-13 text-muted">Supports MP4, MOV, AVI, and other video formats (Max 2GB)</p>
      </div>
      <Button ref={button} onClick={() => void choose()}>
        Choose File
      </Button>
      <input ref={input} hidden type="file" accept="video/*" aria-label="Video file" onChange={change} />
    </div>
  )
}

/** Takes the drop zone's place while the chosen files are read. A file dropped on it must not open in the browser. */
export function CheckingFiles() {
  return (
    <div
      onDragOver={(event) => event.preventDefault()}
      onDrop={(event) => event.preventDefault()}
      className="grid justify-items-center gap-4 rounded border border-dashed border-line-strong bg-surface px-6 py-14 text-center sm:py-20"
    >
      <LoaderCircle size={32} strokeWidth={1.5} aria-hidden className="animate-spin text-muted" />
      <p role="status" className="text-17 font-medium">
        Checking your files...
      </p>
    </div>
  )
}

interface OtherFilesProps {
  onPick: (picked: PickedFile[]) => void
}

/** Accepts audio recordings and caption files, for calls without a video. */
export function OtherFiles({ onPick }: OtherFilesProps) {
  const input = useRef<HTMLInputElement>(null)
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-3">
      <p className="text-15 text-muted">No video?</p>
      <Button variant="secondary" onClick={() => input.current?.click()}>
        Choose audio or transcript
      </Button>
      <input
        ref={input}
        hidden
        multiple
        type="file"
        accept={[AUDIO_ACCEPT, ...TRANSCRIPT_ENDINGS].join(',')}
        aria-label="Audio or transcript file"
        onChange={({ target }) => {
          const picked = [...(target.files ?? [])].map((file) => ({ file, handle: null }))
          target.value = ''
          if (picked.length > 0) onPick(picked)
        }}
      />
    </div>
  )
}

interface FileProblemsProps extends OtherFilesProps {
  refused: readonly RefusedFile[]
  /** No file chosen along with them is accepted. */
  isAll: boolean
}

/** Why files are rejected, and the alternative for audio recordings. */
export function FileProblems({ refused, isAll, onPick }: FileProblemsProps) {
  const [first, second] = refused
  const audio = getAudio(refused)
  if (first === undefined) return null
  if (!isAll || (second !== undefined && audio.length < refused.length)) return <RefusedFiles refused={refused} />
  const upload = audio.length > 0 && first.reason === NOT_A_VIDEO_MESSAGE && (
    <Button variant="secondary" size="sm" onClick={() => onPick(audio)}>
      Upload as audio
    </Button>
  )
  return (
    <Banner tone="danger" actions={upload || undefined}>
      {first.reason}
    </Banner>
  )
}
