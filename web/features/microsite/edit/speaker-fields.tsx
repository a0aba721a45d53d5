import { useState } from 'react'
import type { Microsite } from '@callfolio/shared/contract/microsite.ts'
import { Button } from '@callfolio/shared/ui/button.tsx'
import { TextField } from '@callfolio/shared/ui/field.tsx'
import { EditForm } from './edit-form.tsx'

const MAX_NAME = 100
/** More would hide the form. */
const MAX_SUGGESTED = 12

interface SpeakerRenameProps {
  speaker: string
  /** All speakers. */
  names: readonly string[]
  /** Everyone who was in the call; those who are no speakers yet are suggested. */
  participants: readonly string[]
  onRename: (to: string) => void
  onCancel: () => void
}

/** Renames a speaker in the whole microsite. */
export function SpeakerRename({ speaker, names, participants, onRename, onCancel }: SpeakerRenameProps) {
  const [name, setName] = useState(speaker)
  const to = name.trim()
  const merges = to !== speaker && names.includes(to)
  const suggested = participants.filter((each) => !names.includes(each)).slice(0, MAX_SUGGESTED)
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
      {suggested.length > 0 && (
        <ul aria-label="In the call" className="flex flex-wrap gap-2">
          {suggested.map((each) => (
            <li key={each} className="min-w-0">
              <Button variant="secondary" size="sm" onClick={() => onRename(each)} className="max-w-full">
                <span className="truncate">{each}</span>
              </Button>
            </li>
          ))}
        </ul>
      )}
    </EditForm>
  )
}

interface SpeakerNamesProps {
  id: string
  site: Pick<Microsite, 'participants' | 'segments'>
}

/** The names of participants and speakers, as suggestions for inputs with `list={id}`. */
export function SpeakerNames({ id, site: { participants, segments } }: SpeakerNamesProps) {
  const names = new Set([...(participants ?? []), ...segments.flatMap(({ speaker }) => speaker ?? [])])
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
