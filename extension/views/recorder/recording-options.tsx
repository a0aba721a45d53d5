import type { ReactNode } from 'react'
import type { CaptionSite } from '../../captions/caption-sites.ts'
import type { CaptureSource, RecordingChoices } from '../../messaging/recording-protocol.ts'
import { LARGEST_HOUR_BYTES } from '../../recording/capture/formats.ts'
import { linkAtStartItem } from '../../settings/items.ts'
import { useStored } from '../options/use-stored.ts'
import { MicrophoneChoice } from './microphone-choice.tsx'

export interface RecordingOptionsProps {
  choices: RecordingChoices
  /** Null: the front tab is no meeting whose captions can be collected. */
  captionSite: CaptionSite | null
  onChange: (choices: RecordingChoices) => void
}

const SOURCES: readonly { source: CaptureSource; name: string }[] = [
  { source: 'tab', name: 'This tab' },
  { source: 'screen', name: 'Window or screen' },
]

/** What is recorded. */
export function RecordingOptions({ choices, captionSite, onChange }: RecordingOptionsProps) {
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
      <div className="flex flex-wrap gap-x-4 gap-y-2">
        {captionSite !== null && (
          <Choice checked={choices.captions} onChange={(captions) => onChange({ ...choices, captions })}>
            Collect captions on {captionSite.name}
          </Choice>
        )}
        <LinkChoice />
        <Choice checked={choices.microphone} onChange={(microphone) => onChange({ ...choices, microphone })}>
          My microphone
        </Choice>
      </div>
      {choices.microphone && (
        <MicrophoneChoice
          id={choices.microphoneId}
          onChange={(microphoneId) => onChange({ ...choices, microphoneId })}
        />
      )}
      <p className="text-13 text-muted">Up to {Math.round(LARGEST_HOUR_BYTES / 1e7) * 10} MB per hour</p>
    </div>
  )
}

/** Whether a link is created when a recording or an upload begins. */
export function LinkChoice({ label = 'Copy a link when I stop' }: { label?: string }) {
  const [isOn, set] = useStored(linkAtStartItem.read, writeLinkAtStart)
  return (
    <Choice checked={isOn ?? true} onChange={set}>
      {label}
    </Choice>
  )
}

async function writeLinkAtStart(isWanted: boolean): Promise<boolean> {
  await linkAtStartItem.write(isWanted)
  return isWanted
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
