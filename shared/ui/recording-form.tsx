import { useState, type SyntheticEvent } from 'react'
import { titleOf } from '../client/recording-file.ts'
import { buttonClass } from './button.ts'
import { CaptionField, type ChosenCaptions } from './caption-field.tsx'
import { ChosenRecording } from './chosen-recording.tsx'
import { Field, INPUT, TextField } from './field.tsx'
import type { ChosenFile } from './use-chosen-file.ts'

/** What is said about a recording before it is sent. */
export interface RecordingDetails {
  title: string
  description: string
  /** Text of a caption file. */
  captions: string | null
}

interface RecordingFormProps {
  chosen: ChosenFile
  /** The month's microsites are used up. */
  blocked: boolean
  onRemove: () => void
  onSubmit: (details: RecordingDetails) => void
}

/** What the recording is, and the button that makes its microsite. */
export function RecordingForm({ chosen, blocked, onRemove, onSubmit }: RecordingFormProps) {
  const [title, setTitle] = useState('')
  const [description, setDescription] = useState('')
  const [captions, setCaptions] = useState<ChosenCaptions | null>(null)
  const { file, durationSeconds } = chosen

  const submit = (event: SyntheticEvent) => {
    event.preventDefault()
    if (durationSeconds !== undefined) onSubmit({ title, description, captions: captions?.text ?? null })
  }

  return (
    <form onSubmit={submit} className="grid grid-cols-1 gap-6">
      <ChosenRecording file={file} durationSeconds={durationSeconds} onRemove={onRemove} />
      <TextField label="Meeting Title" optional maxLength={300} placeholder={titleOf(file.name)} value={title} onChange={({ target }) => setTitle(target.value)} />
      <Field label="Description" optional>
        {(id) => (
          <textarea id={id} rows={3} maxLength={5000} value={description} onChange={({ target }) => setDescription(target.value)} className={INPUT} />
        )}
      </Field>
      <CaptionField captions={captions} onChange={setCaptions} />
      <button type="submit" disabled={blocked || durationSeconds === undefined} className={`justify-self-start ${buttonClass()}`}>
        Create Microsite
      </button>
    </form>
  )
}
