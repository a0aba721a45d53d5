import type { ReactNode } from 'react'
import type { CaptureSource, RecordingChoices } from '../../messaging/recording-protocol.ts'
import { MicrophoneChoice } from './microphone-choice.tsx'

export interface RecordingOptionsProps {
  choices: RecordingChoices
  /** False: the front tab is no meeting whose captions can be collected. */
  hasCaptions: boolean
  onChange: (choices: RecordingChoices) => void
}

const SOURCES: readonly { source: CaptureSource; name: string }[] = [
  { source: 'tab', name: 'This tab' },
  { source: 'screen', name: 'Window or screen' },
]

/** What is recorded. */
export function RecordingOptions({ choices, hasCaptions, onChange }: RecordingOptionsProps) {
  return (
    <div className="grid gap-3">
      <fieldset className="grid grid-cols-2 gap-1 rounded border border-line bg-surface p-1">
        <legend className="sr-only">What to record</legend>
        {SOURCES.map(({ source, name }) => (
          <label
            key={source}
            className="grid h-8 cursor-pointer place-items-center rounded-sm text-13 font-medium text-muted border border-transparent has-checked:border-line-strong has-checked:bg-raised has-checked:text-ink has-focus-visible:outline-2 has-focus-visible:outline-accent-text"
          >
            <input
              type="radio"
              name="source"
              className="sr-only"
              checked={choices.source === source}
              onChange={() => onChange({ ...choices, source })}
            />
            {name}
          </label>
        ))}
      </fieldset>
      <div className="grid gap-2">
        <Choice checked={choices.microphone} onChange={(microphone) => onChange({ ...choices, microphone })}>
          My microphone
        </Choice>
        {choices.microphone && (
          <MicrophoneChoice
            id={choices.microphoneId}
            onChange={(microphoneId) => onChange({ ...choices, microphoneId })}
          />
        )}
        {hasCaptions && (
          <Choice checked={choices.captions} onChange={(captions) => onChange({ ...choices, captions })}>
            Meeting captions as transcript
          </Choice>
        )}
      </div>
    </div>
  )
}

function Choice({
  checked,
  onChange,
  children,
}: {
  checked: boolean
  onChange: (checked: boolean) => void
  children: ReactNode
}) {
  return (
    <label className="flex cursor-pointer items-center gap-2.5">
      <input
        type="checkbox"
        className="size-4 accent-accent-fill"
        checked={checked}
        onChange={(event) => onChange(event.target.checked)}
      />
      {children}
    </label>
  )
}
