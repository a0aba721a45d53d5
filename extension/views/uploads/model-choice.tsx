import type { UntilModel } from '@callfolio/shared/contract/transcript.ts'
import { megabytes } from '@callfolio/shared/speech-model-text.ts'
import { ModelWait } from '@callfolio/shared/ui/model-wait.tsx'
import { WebLink } from '../web-link.tsx'
import { useSpeechModel } from './use-speech-model.ts'

interface ModelChoiceProps {
  /** Undefined: the person was not asked. */
  value: UntilModel | undefined
  onChange: (value: UntilModel) => void
}

/** What a recording without captions has of the server's speech model: the wait for it, or for its operator the way to one. */
export function ModelChoice({ value = 'draft', onChange }: ModelChoiceProps) {
  const model = useSpeechModel()
  if (model?.state === 'fetching') return <ModelWait model={model} value={value} onChange={onChange} />
  if (!model?.offered || model.best === null) return null
  return (
    <p className="text-13 text-pretty text-muted">
      Calls are heard well with a speech model: {megabytes(model.best.bytes)}, stays on the server’s machine.{' '}
      <WebLink to="/dashboard">Fetch it in the web app</WebLink>
    </p>
  )
}
