import { useState, type SyntheticEvent } from 'react'
import { MOST_SPEAKERS, type TranscriptInfo } from '@callfolio/shared/contract/transcript.ts'
import { Banner } from '@callfolio/shared/ui/banner.tsx'
import { Button } from '@callfolio/shared/ui/button.tsx'
import { Field, INPUT } from '@callfolio/shared/ui/field.tsx'
import { requestProblem } from '../../../lib/request-problem.ts'
import { Dialog } from '../../../ui/dialog.tsx'
import { useRequestTranscript } from './transcript-request.ts'

interface SpeakerCountDialogProps {
  id: string
  speakers: NonNullable<TranscriptInfo['speakers']>
  open: boolean
  onClose: () => void
}

/** Without diarization by voice, lines have no speaker with a larger number. */
const MAX_WITHOUT_MODEL = 3
const NEEDS_MODEL = 'To detect more than 3 speakers, your admin must install speaker models.'

const COUNTS = Array.from({ length: MOST_SPEAKERS }, (_, i) => i + 1)

/** Asks for the number of speakers, and reruns diarization. */
export function SpeakerCountDialog({ id, speakers, open, onClose }: SpeakerCountDialogProps) {
  return (
    <Dialog
      open={open}
      onOpenChange={onClose}
      title="Number of speakers"
      description="Detects speakers again and updates the recap. Transcript corrections and names are lost; your other edits stay."
    >
      <SpeakerCountForm id={id} speakers={speakers} onClose={onClose} />
    </Dialog>
  )
}

function SpeakerCountForm({ id, speakers: { found, asked }, onClose }: Omit<SpeakerCountDialogProps, 'open'>) {
  const request = useRequestTranscript(id)
  const [count, setCount] = useState(asked)
  const problem = requestProblem(request.error)
  const submit = (event: SyntheticEvent) => {
    event.preventDefault()
    request.mutate({ source: 'speakers', count }, { onSuccess: onClose })
  }
  return (
    <form onSubmit={submit} className="grid grid-cols-1 gap-5">
      <Field
        label="How many people spoke?"
        hint={count !== null && count > MAX_WITHOUT_MODEL ? NEEDS_MODEL : foundHint(found)}
      >
        {(field, hint) => (
          <select
            id={field}
            aria-describedby={hint}
            value={count ?? ''}
            onChange={({ target }) => setCount(target.value === '' ? null : Number(target.value))}
            className={`${INPUT} h-10 pr-8`}
          >
            <option value="">Detect automatically</option>
            {COUNTS.map((each) => (
              <option key={each} value={each}>
                {each}
              </option>
            ))}
          </select>
        )}
      </Field>
      {problem !== null && <Banner tone="danger">{problem}</Banner>}
      <div className="flex flex-wrap justify-end gap-2">
        <Button variant="secondary" onClick={onClose}>
          Cancel
        </Button>
        <Button type="submit" disabled={request.isPending}>
          {request.isPending ? 'Starting...' : 'Detect speakers'}
        </Button>
      </div>
    </form>
  )
}

function foundHint(found: number): string {
  if (found === 0) return 'Automatic detection couldn’t distinguish the speakers.'
  return `We detected ${found} ${found === 1 ? 'speaker' : 'speakers'}.`
}
