import { FileVideo } from 'lucide-react'
import { formatMegabytes, formatMinutes } from '../format.ts'
import { buttonClass } from './button.ts'
import { fileWarnings } from '../client/recording-file.ts'

interface ChosenRecordingProps {
  file: File
  /** Undefined while it is being looked at; null when the browser can't tell. */
  durationSeconds: number | null | undefined
  onRemove: () => void
}

/** The chosen file: name, size, length, and what to know about it. */
export function ChosenRecording({ file, durationSeconds, onRemove }: ChosenRecordingProps) {
  const warnings = fileWarnings(file.size, durationSeconds ?? null)
  return (
    <div className="grid gap-3 rounded border border-line p-4">
      <div className="flex items-center gap-3.5">
        <FileVideo size={26} strokeWidth={1.5} aria-hidden className="shrink-0 text-accent" />
        <div className="min-w-0 flex-1">
          <p className="line-clamp-3 text-15 font-medium wrap-anywhere">{file.name}</p>
          <p className="text-13 text-muted tabular-nums">
            {formatMegabytes(file.size)} · {lengthText(durationSeconds)}
          </p>
        </div>
        <button type="button" onClick={onRemove} className={buttonClass('quiet', 'sm')}>
          Change
        </button>
      </div>
      {warnings.map((warning) => (
        <p key={warning} role="note" className="rounded-sm bg-surface px-3 py-2 text-13">
          {warning}
        </p>
      ))}
    </div>
  )
}

function lengthText(seconds: number | null | undefined): string {
  if (seconds === undefined) return 'Reading the length...'
  return seconds === null ? 'Length unknown' : formatMinutes(seconds)
}
