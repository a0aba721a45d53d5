import { useState } from 'react'
import { TextField } from '@callfolio/shared/ui/field.tsx'
import { EditForm } from './edit-form.tsx'

const MAX_NAME = 100

interface SpeakerRenameProps {
  speaker: string
  /** All names in the call. */
  names: readonly string[]
  onRename: (to: string) => void
  onCancel: () => void
}

/** Gives a speaker another name in the whole microsite. */
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
        label={`New name of ${speaker}`}
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
