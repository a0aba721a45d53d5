import { Captions, X } from 'lucide-react'
import { useRef, useState, type ChangeEvent } from 'react'
import { Button } from '../button.tsx'
import { TRANSCRIPT_ENDINGS } from '../../captions/transcript-endings.ts'
import { readCaptionFile, type Understanding } from '../../client/caption-file.ts'
import { UnderstoodTranscript } from './understood-transcript.tsx'

export interface ChosenCaptions extends Understanding {
  name: string
  text: string
}

interface CaptionFieldProps {
  captions: ChosenCaptions | null
  onChange: (captions: ChosenCaptions | null) => void
  /** True while a chosen file is read. Submitting earlier would drop the captions. */
  onReading: (isReading: boolean) => void
}

/** An optional caption file: exact names and times instead of an engine's transcript. */
export function CaptionField({ captions, onChange, onReading }: CaptionFieldProps) {
  const input = useRef<HTMLInputElement>(null)
  const button = useRef<HTMLButtonElement>(null)
  const [problem, setProblem] = useState<string | null>(null)

  const read = async (event: ChangeEvent<HTMLInputElement>) => {
    const file = event.target.files?.[0]
    event.target.value = ''
    if (!file) return
    onReading(true)
    const result = await readCaptionFile(file).finally(() => onReading(false))
    setProblem('problem' in result ? result.problem : null)
    onChange('problem' in result ? null : result)
  }

  const remove = () => {
    onChange(null)
    button.current?.focus()
  }

  return (
    <div className="grid gap-1.5">
      <p className="flex items-baseline justify-between text-13 font-medium">
        Captions <span className="font-normal text-muted">Optional</span>
      </p>
      <div className="flex flex-wrap items-center gap-3">
        <Button variant="secondary" ref={button} onClick={() => input.current?.click()}>
          <Captions size={17} aria-hidden />
          {captions ? 'Choose another' : 'Choose caption file'}
        </Button>
        {captions && (
          <span className="inline-flex min-w-0 items-center gap-1 text-15">
            <span className="truncate">{captions.name}</span>
            <button
              type="button"
              aria-label="Remove captions"
              onClick={remove}
              className="grid size-8 place-items-center rounded text-muted hover:text-ink"
            >
              <X size={16} aria-hidden />
            </button>
          </span>
        )}
      </div>
      <input
        ref={input}
        hidden
        type="file"
        accept={TRANSCRIPT_ENDINGS.join(',')}
        aria-label="Caption file"
        onChange={(event) => void read(event)}
      />
      {captions && <UnderstoodTranscript understood={captions.understood} warnings={captions.warnings} />}
      {problem !== null && (
        <p role="alert" className="text-13 text-danger">
          {problem}
        </p>
      )}
      {captions === null && problem === null && (
        <p className="text-13 text-muted">
          A caption file or transcript from Zoom, Teams or Meet is used as is, with its names and times.
        </p>
      )}
    </div>
  )
}
