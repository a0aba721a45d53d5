import type { EngineStatus } from '@callfolio/shared/contract/capabilities.ts'
import type { SpeechEngine } from '@callfolio/shared/engines.ts'
import { Banner } from '@callfolio/shared/ui/banner.tsx'
import { buttonClass } from '@callfolio/shared/ui/button.ts'
import { RecapLanguageField } from '@callfolio/shared/ui/recap-language-field.tsx'
import { requestProblem } from '../../lib/request-problem.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { engineName } from './engine-name.ts'
import { useRecapLanguage } from './use-recap-language.ts'
import { useRequestTranscript } from './use-request-transcript.ts'

export type ReadyEngine = EngineStatus & { name: SpeechEngine }

interface TranscribeAgainDialogProps {
  id: string
  /** Null: closed. */
  engine: ReadyEngine | null
  onClose: () => void
}

/** Asks before an engine listens again: it takes time, may cost money, and may send the sound away. */
export function TranscribeAgainDialog({ id, engine, onClose }: TranscribeAgainDialogProps) {
  const request = useRequestTranscript(id)
  const { field, change } = useRecapLanguage()
  const problem = requestProblem(request.error)
  if (engine === null) return null
  const close = () => {
    request.reset()
    onClose()
  }
  return (
    <Dialog
      open
      onOpenChange={close}
      title={`Transcribe again with ${engineName(engine)}`}
      description="The new transcript takes the place of the present one, with your corrections in it. The recap is made anew; summary, points and quotes that you wrote yourself stay."
    >
      <p className="text-15">
        {engine.sends_to === null ? 'The sound stays on this server.' : `The sound is sent to ${engine.sends_to}.`} The
        page stays as it is until the new transcript is there.
      </p>
      {field && <RecapLanguageField {...field} />}
      {problem !== null && <Banner tone="danger">{problem}</Banner>}
      <div className="flex flex-wrap justify-end gap-2">
        <button type="button" onClick={close} className={buttonClass('secondary')}>
          Cancel
        </button>
        <button
          type="button"
          disabled={request.isPending}
          onClick={() => request.mutate({ source: engine.name, ...change }, { onSuccess: close })}
          className={buttonClass()}
        >
          {request.isPending ? 'Starting...' : 'Transcribe again'}
        </button>
      </div>
    </Dialog>
  )
}
