import { useState, type SyntheticEvent } from 'react'
import { createUploadEntry } from '@callfolio/shared/client/upload-entry.ts'
import { buttonClass } from '../../ui/button.ts'
import { Field, INPUT, TextField } from '../../ui/field.tsx'
import { useAuth } from '../session/auth-provider.tsx'
import { CaptionField, type ChosenCaptions } from './caption-field.tsx'
import { ChosenRecording } from './chosen-recording.tsx'
import { titleOf } from './recording-file.ts'
import { useUpload } from './upload-provider.tsx'
import type { ChosenFile } from './use-chosen-file.ts'

interface RecordingFormProps {
  chosen: ChosenFile
  /** The month's microsites are used up. */
  blocked: boolean
  onRemove: () => void
}

/** What the recording is, and the button that makes its microsite. */
export function RecordingForm({ chosen, blocked, onRemove }: RecordingFormProps) {
  const { user } = useAuth()
  const { begin } = useUpload()
  const [title, setTitle] = useState('')
  const [description, setDescription] = useState('')
  const [captions, setCaptions] = useState<ChosenCaptions | null>(null)
  const { file, handle, durationSeconds } = chosen

  const submit = (event: SyntheticEvent) => {
    event.preventDefault()
    if (user === null || durationSeconds === undefined) return
    const details = { userId: user.id, title, description, captions: captions?.text ?? null, ...(handle ? { handle } : {}) }
    begin(createUploadEntry(file, details), file, durationSeconds)
  }

  return (
    <form onSubmit={submit} className="grid gap-6">
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
