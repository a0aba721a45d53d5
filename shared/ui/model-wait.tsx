import type { SpeechModel } from '../contract/speech-model.ts'
import type { UntilModel } from '../contract/transcript.ts'
import { fetchedText } from '../speech-model-text.ts'
import { Choice } from './choice.tsx'

const UNTIL_MODEL = [
  { value: 'wait', text: 'Wait for the model' },
  { value: 'draft', text: 'Start with a draft now' },
] as const
/** Anything shown above refers to the current engine. */
const THEN: Record<UntilModel, string> = {
  wait: 'Accurate transcription starts when the model is ready.',
  draft: 'When the model is ready, we replace the draft, including your corrections. Other edits and links stay.',
}

interface ModelWaitProps {
  model: SpeechModel
  value: UntilModel
  onChange: (value: UntilModel) => void
}

/**
 * Asked before a recording is sent while the speech model is being downloaded: wait for it, or make a draft until
 * then.
 */
export function ModelWait({ model, value, onChange }: ModelWaitProps) {
  return (
    <div className="grid gap-1.5">
      <Choice
        legend={`The speech model is downloading: ${fetchedText(model)}`}
        options={UNTIL_MODEL}
        value={value}
        onChange={onChange}
      />
      <p aria-live="polite" className="text-13 text-muted">
        {THEN[value]}
      </p>
    </div>
  )
}
