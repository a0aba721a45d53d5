import { Captions, FileAudio, FileVideo } from 'lucide-react'
import { useRef, useState, type ReactNode, type SyntheticEvent } from 'react'
import { aiUseSentences, writesRecaps } from '../../ai-use.ts'
import { getExpectation, WHERE_CAPTIONS_ARE } from '../../progress/expectation.ts'
import { fileWarnings, isAudioFile } from '../../client/recording-file.ts'
import { callTitleOfFile, MAX_TITLE } from '../../titles.ts'
import type { Capabilities } from '../../contract/capabilities.ts'
import { Button } from '../button.tsx'
import { CaptionField, type ChosenCaptions } from './caption-field.tsx'
import { Field, INPUT, TextField } from '../field.tsx'
import { CALL_LANGUAGE, RecapLanguageField } from '../recap-language-field.tsx'
import type { PickedFile } from '../../client/file-handles.ts'
import { isTranscriptFile } from '../../captions/transcript-endings.ts'
import type { ChosenFile } from './use-chosen-files.ts'
import { UnderstoodTranscript } from './understood-transcript.tsx'
import { formatMegabytes, formatMinutes } from '../../format.ts'

/** Details of a recording, entered before it is sent. */
export interface RecordingDetails {
  title: string
  description: string
  /** Text of a caption file. */
  captions: string | null
  /** Language code of the recap; null: the language of the call. */
  recapLanguage: string | null
}

interface RecordingFormProps {
  chosen: ChosenFile
  /** Initial values. */
  filled?: RecordingDetails | undefined
  /** The month's microsites are used up. */
  blocked: boolean
  /** The server's engines; undefined until known. */
  capabilities?: Capabilities | undefined
  /** Extra fields or offers, shown if there is no caption file. */
  withoutCaptions?: ReactNode
  onRemove: () => void
  /** Called to replace a file that can't be read. */
  onReplace: (picked: PickedFile) => void
  onSubmit: (details: RecordingDetails) => void
}

/** The details of a recording, and the button that makes its microsite. */
export function RecordingForm({
  chosen,
  filled,
  blocked,
  capabilities,
  withoutCaptions,
  onRemove,
  onReplace,
  onSubmit,
}: RecordingFormProps) {
  const [title, setTitle] = useState(filled?.title ?? '')
  const [description, setDescription] = useState(filled?.description ?? '')
  const [captions, setCaptions] = useState(chosen.captions ?? captionsGivenBefore(filled))
  const [reading, setReading] = useState(false)
  const [language, setLanguage] = useState(filled?.recapLanguage ?? CALL_LANGUAGE)
  const { file, durationSeconds } = chosen
  const aiUse = aiUseSentences({
    durationSeconds: durationSeconds ?? null,
    withCaptions: captions !== null,
    capabilities,
  })

  const expectation = getExpectation({ withCaptions: captions !== null, capabilities })

  const submit = (event: SyntheticEvent) => {
    event.preventDefault()
    if (durationSeconds !== undefined)
      onSubmit({
        title,
        description,
        captions: captions?.text ?? null,
        recapLanguage: language === CALL_LANGUAGE ? null : language,
      })
  }

  return (
    <form onSubmit={submit} className="grid grid-cols-1 gap-6">
      <ChosenRecording chosen={chosen} onRemove={onRemove} onReplace={onReplace} />
      <TextField
        label="Meeting Title"
        optional
        maxLength={MAX_TITLE}
        hint={titleHint(file.name)}
        value={title}
        onChange={({ target }) => setTitle(target.value)}
      />
      <Field label="Description" optional>
        {(id) => (
          <textarea
            id={id}
            rows={3}
            maxLength={5000}
            value={description}
            onChange={({ target }) => setDescription(target.value)}
            className={INPUT}
          />
        )}
      </Field>
      {chosen.captions && isTranscriptFile(file.name) ? (
        <UnderstoodTranscript {...chosen.captions} />
      ) : (
        <CaptionField captions={captions} onChange={setCaptions} onReading={setReading} />
      )}
      {expectation !== null && (
        <p className="text-13 text-muted">
          {expectation.sentence}
          {expectation.poor && ` ${WHERE_CAPTIONS_ARE}`}
        </p>
      )}
      {captions === null && withoutCaptions}
      {writesRecaps(capabilities) && <RecapLanguageField value={language} onChange={setLanguage} />}
      {aiUse.length > 0 && <p className="text-13 text-muted">{aiUse.join(' ')}</p>}
      <Button
        type="submit"
        disabled={blocked || reading || durationSeconds === undefined || chosen.problem !== undefined}
        className="justify-self-start"
      >
        Create Microsite
      </Button>
    </form>
  )
}

function captionsGivenBefore(filled: RecordingDetails | undefined): ChosenCaptions | null {
  const text = filled?.captions ?? null
  return text === null ? null : { name: 'Captions', text, understood: 'From your last upload', warnings: [] }
}

function titleHint(fileName: string): string {
  const title = callTitleOfFile(fileName)
  return `Leave empty to name it from the call.${title === null ? '' : ` If we can’t, it’s “${title}”.`}`
}

type ChosenRecordingProps = Pick<RecordingFormProps, 'chosen' | 'onRemove' | 'onReplace'>

/** The chosen file: name, size, length and notes. */
function ChosenRecording({ chosen, onRemove, onReplace }: ChosenRecordingProps) {
  const { file, durationSeconds, problem } = chosen
  const isText = isTranscriptFile(file.name)
  const Icon = isText ? Captions : isAudioFile(file) ? FileAudio : FileVideo
  const warnings = fileWarnings(file.size, durationSeconds ?? null)
  const input = useRef<HTMLInputElement>(null)
  return (
    <div className="grid gap-3 rounded border border-line p-4">
      <div className="flex items-center gap-3.5">
        <Icon size={26} strokeWidth={1.5} aria-hidden className="shrink-0 text-accent" />
        <div className="min-w-0 flex-1">
          <p className="line-clamp-3 text-15 font-medium wrap-anywhere">{file.name}</p>
          <p className="text-13 text-muted tabular-nums">
            {isText
              ? 'Transcript without a recording'
              : `${formatMegabytes(file.size)} · ${lengthText(durationSeconds)}`}
          </p>
        </div>
        <Button
          variant="quiet"
          size="sm"
          // Typed values stay when another file replaces it.
          onClick={problem === undefined ? onRemove : () => input.current?.click()}
        >
          Change
        </Button>
      </div>
      {problem !== undefined && (
        <>
          <p role="alert" className="text-13 wrap-anywhere text-danger">
            {problem}
          </p>
          <input
            ref={input}
            hidden
            type="file"
            accept="video/*,audio/*"
            aria-label="Another recording"
            onChange={({ target }) => {
              const other = target.files?.[0]
              target.value = ''
              if (other) onReplace({ file: other, handle: null })
            }}
          />
        </>
      )}
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
