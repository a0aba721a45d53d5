import { CircleDot, Upload as UploadIcon } from 'lucide-react'
import { useState, type ReactNode } from 'react'
import { getExpectation } from '@callfolio/shared/progress/expectation.ts'
import { MAX_TITLE } from '@callfolio/shared/titles.ts'
import { Banner } from '@callfolio/shared/ui/banner.tsx'
import { Button } from '@callfolio/shared/ui/button.tsx'
import { TextField } from '@callfolio/shared/ui/field.tsx'
import type { NoticedCall } from '../../browser/noticed-calls.ts'
import type { RecordingChoices } from '../../messaging/recording-protocol.ts'
import type { RecorderClient } from '../../recording/control/recorder-client.ts'
import { ModelChoice } from '../uploads/model-choice.tsx'
import { useCapabilities } from '../uploads/use-capabilities.ts'
import { LinkChoice, RecordingOptions } from './recording-options.tsx'
import { Participants } from './participants.tsx'
import { useSuggestedTitle, type StartFacts } from './use-start-facts.ts'

export interface StartRecordingProps {
  recorder: RecorderClient
  /** From `useStartFacts(recorder)`. */
  facts: StartFacts | null
  /** Hides the options behind a line. */
  isFolded?: boolean
}

/**
 * The card that starts a recording. Show it when nothing is being recorded (`useRecorder(recorder).live === null`).
 */
export function StartRecording({ recorder, facts, isFolded = false }: StartRecordingProps) {
  return facts && <StartForm recorder={recorder} facts={facts} isFolded={isFolded} />
}

/** What a browser that can't record offers instead. @param onUpload missing where the form is beside it. */
export function UploadOnly({ onUpload }: { onUpload?: () => void }) {
  return (
    <section aria-label="Upload" className="grid gap-3">
      {onUpload && (
        <Button onClick={onUpload}>
          <UploadIcon size={16} aria-hidden />
          Upload a recording
        </Button>
      )}
      <LinkChoice label="Create a link with each upload" />
      <p className="text-13 text-muted">Recording needs Chrome or Edge.</p>
    </section>
  )
}

interface StartFormProps {
  recorder: RecorderClient
  facts: StartFacts
  isFolded: boolean
}

function StartForm({ recorder, facts, isFolded }: StartFormProps) {
  const [choices, setChoices] = useState(facts.choices)
  const [title, setTitle] = useState('')
  const suggested = useSuggestedTitle(recorder, choices.source)
  const { target, calls, problem, setProblem } = facts
  const captionSite = target?.captionSite ?? null
  const withCaptions = choices.captions && captionSite !== null
  const [confirmed, setConfirmed] = useState(facts.isConsentConfirmed)
  const [isStarting, setStarting] = useState(false)

  const start = async (wanted: RecordingChoices): Promise<void> => {
    setProblem(null)
    setStarting(true)
    // Sent with the recording. Not awaited: the popup may close right after the click.
    if (!facts.isConsentConfirmed) void recorder.confirmConsent()
    // Options unavailable here or now stay selected.
    void recorder.saveChoices(choices)
    const answer = await recorder.start({ ...wanted, captions: wanted.captions && captionSite !== null }, title, target)
    setStarting(false)
    if (!answer.started) setProblem(answer.problem)
  }

  return (
    <section aria-label="Record" className="grid gap-3">
      {problem !== null && <Banner tone="danger">{problem}</Banner>}
      {!facts.isConsentConfirmed && <ConsentReminder checked={confirmed} onChange={setConfirmed} />}
      {calls.here === null && calls.elsewhere !== null && <CallElsewhere recorder={recorder} call={calls.elsewhere} />}
      <Button disabled={!confirmed || isStarting} onClick={() => void start(choices)}>
        <CircleDot size={16} aria-hidden />
        {choices.source === 'screen'
          ? 'Record a window or screen'
          : calls.here === null
            ? 'Record this tab'
            : 'Record this call'}
      </Button>
      {calls.here !== null && <Participants names={calls.here.people} />}
      {captionSite !== null && (
        <Button
          variant="quiet"
          size="sm"
          disabled={!confirmed || isStarting}
          onClick={() => void start({ ...choices, source: 'captions', microphone: false, captions: true })}
        >
          Captions only, no audio or video
        </Button>
      )}
      <Foldable isFolded={isFolded}>
        <RecordingOptions choices={choices} captionSite={captionSite} onChange={setChoices} />
        <TextField
          label="Meeting Title"
          optional
          maxLength={MAX_TITLE}
          placeholder={suggested.source === 'meeting' ? suggested.text : 'Leave empty to name it from the call'}
          value={title}
          onChange={({ target }) => setTitle(target.value)}
        />
        {!withCaptions && <Expectation choices={choices} onChange={setChoices} />}
      </Foldable>
    </section>
  )
}

/** The browser records a tab only from its own toolbar button. */
function CallElsewhere({ recorder, call: { tabId, name } }: { recorder: RecorderClient; call: NoticedCall }) {
  return (
    <p className="flex items-center justify-between gap-3 text-15">
      <span className="min-w-0 truncate">In another tab: {name ?? 'a call'}</span>
      <Button variant="secondary" size="sm" onClick={() => void recorder.showTab(tabId)}>
        Show
      </Button>
    </p>
  )
}

/** The options; behind a line where something more urgent needs the room. */
function Foldable({ isFolded, children }: { isFolded: boolean; children: ReactNode }) {
  if (!isFolded) return children
  return (
    <details>
      <summary className="cursor-pointer rounded-sm text-13 text-muted hover:text-ink">Recording options</summary>
      <div className="grid gap-3 pt-3">{children}</div>
    </details>
  )
}

/** The engine that will transcribe a call without captions, what to expect of it, and a better alternative. */
function Expectation({
  choices,
  onChange,
}: {
  choices: RecordingChoices
  onChange: (choices: RecordingChoices) => void
}) {
  const { data: capabilities } = useCapabilities()
  const expectation = getExpectation({ withCaptions: false, recorded: true, capabilities })
  return (
    <>
      {expectation !== null && (
        <p className="text-13 text-muted">
          {expectation.sentence}
          {expectation.poor && ' You can add captions later.'}
        </p>
      )}
      <ModelChoice value={choices.untilModel} onChange={(untilModel) => onChange({ ...choices, untilModel })} />
    </>
  )
}

interface ConsentReminderProps {
  checked: boolean
  onChange: (checked: boolean) => void
}

/** Asked once, before the first recording. */
function ConsentReminder({ checked, onChange }: ConsentReminderProps) {
  return (
    <div className="grid gap-1.5 rounded border border-line bg-surface px-3 py-2 text-13">
      <p>Tell everyone you’re recording, and stop if anyone objects. Many places require consent by law.</p>
      <label className="flex cursor-pointer items-start gap-2.5 font-medium">
        <input
          type="checkbox"
          className="mt-0.5 size-4 shrink-0 accent-accent-fill"
          checked={checked}
          onChange={(event) => onChange(event.target.checked)}
        />
        I’ll tell everyone that I’m recording
      </label>
    </div>
  )
}
