import { FileText } from 'lucide-react'
import { useEffect, useRef, useState, type ChangeEvent, type SyntheticEvent } from 'react'
import { TRANSCRIPT_ENDINGS } from '@callfolio/shared/captions/transcript-endings.ts'
import { readCaptionFile, understand, type Understanding } from '@callfolio/shared/client/caption-file.ts'
import { Banner } from '@callfolio/shared/ui/banner.tsx'
import { Button } from '@callfolio/shared/ui/button.tsx'
import { Field, INPUT } from '@callfolio/shared/ui/field.tsx'
import { RecapLanguageField } from '@callfolio/shared/ui/recap-language-field.tsx'
import { UnderstoodTranscript } from '@callfolio/shared/ui/recording/understood-transcript.tsx'
import { requestProblem } from '../../../lib/request-problem.ts'
import { Dialog } from '../../../ui/dialog.tsx'
import { useRecapLanguage, useRequestTranscript } from './transcript-request.ts'

interface AddTranscriptDialogProps {
  id: string
  /** The new transcript replaces an existing one. */
  replaces: boolean
  open: boolean
  onClose: () => void
  /** Called once processing has begun. */
  onAdded?: () => void
}

/** Adds a transcript by pasting it or from a file. */
export function AddTranscriptDialog({ id, replaces, open, onClose, onAdded }: AddTranscriptDialogProps) {
  return (
    <Dialog
      open={open}
      onOpenChange={onClose}
      title={replaces ? 'Replace transcript' : 'Add a transcript'}
      description={
        replaces
          ? 'Replaces the transcript, including your corrections, and updates the recap. Your other edits stay.'
          : 'We’ll write the recap from it.'
      }
    >
      <TranscriptForm id={id} replaces={replaces} onClose={onClose} onAdded={onAdded ?? onClose} />
    </Dialog>
  )
}

type TranscriptFormProps = Pick<AddTranscriptDialogProps, 'id' | 'replaces' | 'onClose'> & { onAdded: () => void }

function TranscriptForm({ id, replaces, onClose, onAdded }: TranscriptFormProps) {
  const request = useRequestTranscript(id)
  const { field: languageField, change } = useRecapLanguage()
  const input = useRef<HTMLInputElement>(null)
  const [text, setText] = useState('')
  const [problem, setProblem] = useState<string | null>(null)

  const read = async (event: ChangeEvent<HTMLInputElement>) => {
    const file = event.target.files?.[0]
    event.target.value = ''
    if (!file) return
    const result = await readCaptionFile(file, { anyText: true })
    setProblem('problem' in result ? result.problem : null)
    if ('text' in result) setText(result.text)
  }
  const submit = (event: SyntheticEvent) => {
    event.preventDefault()
    setProblem(null)
    request.mutate({ source: 'given', text, ...change }, { onSuccess: onAdded })
  }
  const understanding = useUnderstanding(text)
  const shown = problem ?? requestProblem(request.error)
  return (
    <form onSubmit={submit} className="grid grid-cols-1 gap-5">
      <Field
        label="Transcript"
        hint="Captions, or lines such as “Dana: Hello”. Timestamps let every item link to the recording."
      >
        {(field, hint) => (
          <textarea
            id={field}
            aria-describedby={hint}
            rows={9}
            required
            value={text}
            onChange={({ target }) => setText(target.value)}
            className={INPUT}
          />
        )}
      </Field>
      <div>
        <Button variant="secondary" size="sm" onClick={() => input.current?.click()}>
          <FileText size={15} aria-hidden />
          Choose a file
        </Button>
        <input
          ref={input}
          hidden
          type="file"
          accept={TRANSCRIPT_ENDINGS.join(',')}
          aria-label="Transcript file"
          onChange={(event) => void read(event)}
        />
      </div>
      {understanding && <UnderstoodTranscript {...understanding} />}
      {languageField && <RecapLanguageField {...languageField} />}
      {shown !== null && <Banner tone="danger">{shown}</Banner>}
      <div className="flex flex-wrap justify-end gap-2">
        <Button variant="secondary" onClick={onClose}>
          Cancel
        </Button>
        <Button type="submit" disabled={request.isPending || text.trim() === ''}>
          {request.isPending ? 'Adding...' : replaces ? 'Replace transcript' : 'Add transcript'}
        </Button>
      </div>
    </form>
  )
}

/** Debounce of typing and pasting before the text is read. ms */
const SETTLE_MS = 300

/** What can be read from the current text; null if empty. */
function useUnderstanding(text: string): Understanding | null {
  const [understanding, setUnderstanding] = useState<Understanding | null>(null)
  useEffect(() => {
    let isCurrent = true
    const timer = setTimeout(() => {
      const read = text.trim() === '' ? Promise.resolve(null) : understand(text)
      void read.then((found) => isCurrent && setUnderstanding(found))
    }, SETTLE_MS)
    return () => {
      isCurrent = false
      clearTimeout(timer)
    }
  }, [text])
  return understanding
}
