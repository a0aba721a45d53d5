import { useState } from 'react'
import { TextField } from '@callfolio/shared/ui/field.tsx'
import type { Segment } from '@callfolio/shared/contract/transcript.ts'
import { EditForm } from './edit-form.tsx'

const MAX_NAME = 100

interface SpeakerRenameProps {
  speaker: string
  /** All names in the call. */
  names: readonly string[]
  onRename: (to: string) => void
  onCancel: () => void
}

/** Renames a speaker in the whole microsite. */
export function SpeakerRename({ speaker, names, onRename, onCancel }: SpeakerRenameProps) {
  const [name, setName] = useState(speaker)
  const to = name.trim()
  const merges = to !== speaker && names.includes(to)
  return (
    <EditForm
      label={`Rename ${speaker}`}
      onCancel={onCancel}
      saveDisabled={to === ''}
      onSave={() => (to === speaker ? onCancel() : onRename(to))}
    >
      <TextField
        label={`New name for ${speaker}`}
        hint={
          merges ? `“${speaker}” and “${to}” become one speaker.` : 'Changes the name everywhere on this microsite.'
        }
        maxLength={MAX_NAME}
        value={name}
        onChange={(event) => setName(event.target.value)}
        onFocus={(event) => event.target.select()}
      />
    </EditForm>
  )
}

/** The names in the transcript, as suggestions for inputs with `list={id}`. */
export function SpeakerNames({ id, segments }: { id: string; segments: readonly Segment[] }) {
  const names = new Set(segments.map(({ speaker }) => speaker).filter((name) => name !== null))
  return (
    <datalist id={id}>
      {[...names].map((name) => (
        <option key={name} value={name}>
          {name}
        </option>
      ))}
    </datalist>
  )
}
