import type { EngineStatus } from '@callfolio/shared/contract/capabilities.ts'
import { getIds, TRANSCRIBERS, type SpeechEngine } from '@callfolio/shared/engines.ts'
import { Banner } from '@callfolio/shared/ui/banner.tsx'
import { Button } from '@callfolio/shared/ui/button.tsx'
import { RecapLanguageField, SpokenLanguageField } from '@callfolio/shared/ui/recap-language-field.tsx'
import type { Microsite } from '@callfolio/shared/contract/microsite.ts'
import { requestProblem } from '../../../lib/request-problem.ts'
import { Dialog } from '../../../ui/dialog.tsx'
import { useRecapLanguage, useRequestTranscript, useSpokenLanguage } from './transcript-request.ts'
import { useCapabilities } from '../../../lib/use-capabilities.ts'

export type ReadyEngine = EngineStatus & { name: SpeechEngine }

interface TranscribeAgainDialogProps {
  id: string
  /** The new transcript replaces an existing one. */
  replaces: boolean
  /** Null: closed. */
  engine: ReadyEngine | null
  onClose: () => void
}

/** Asks before a recording is transcribed: it takes time, may cost money, and may send the audio elsewhere. */
export function TranscribeAgainDialog({ id, replaces, engine, onClose }: TranscribeAgainDialogProps) {
  const request = useRequestTranscript(id)
  const spoken = useSpokenLanguage()
  const { field, change } = useRecapLanguage()
  const problem = requestProblem(request.error)
  if (engine === null) return null
  // A draft engine supports only one.
  const knowsLanguages = !TRANSCRIBERS[engine.name].draft
  const transcribe = replaces ? 'Transcribe again' : 'Transcribe'
  const close = () => {
    request.reset()
    onClose()
  }
  return (
    <Dialog
      open
      onOpenChange={close}
      title={`${transcribe} with ${engineName(engine)}`}
      description={
        replaces
          ? 'Replaces the transcript, including your corrections, and updates the recap. Your other edits stay.'
          : 'We’ll write the recap from the transcript.'
      }
    >
      <p className="text-15">
        {engine.sends_to === null ? 'Audio stays on this server.' : `Audio is sent to ${engine.sends_to}.`} The
        microsite doesn’t change until the new transcript is ready.
      </p>
      {knowsLanguages && <SpokenLanguageField {...spoken.field} />}
      {field && <RecapLanguageField {...field} />}
      {problem !== null && <Banner tone="danger">{problem}</Banner>}
      <div className="flex flex-wrap justify-end gap-2">
        <Button variant="secondary" onClick={close}>
          Cancel
        </Button>
        <Button
          disabled={request.isPending}
          onClick={() =>
            request.mutate(
              { source: engine.name, ...(knowsLanguages && spoken.change), ...change },
              { onSuccess: close },
            )
          }
        >
          {request.isPending ? 'Starting...' : transcribe}
        </Button>
      </div>
    </Dialog>
  )
}

/** Display name of a speech engine: its host if it is remote. */
export function engineName({ name, sends_to: host }: Pick<ReadyEngine, 'name' | 'sends_to'>): string {
  return host ?? TRANSCRIBERS[name].label
}

/** The engines that can transcribe a microsite's recording; none without a recording. */
export function useSpeechEngines({ video_url: key }: Pick<Microsite, 'video_url'>): ReadyEngine[] {
  const capabilities = useCapabilities()
  if (key === null) return []
  return (capabilities?.transcribers ?? []).flatMap((engine) => {
    const name = getIds(TRANSCRIBERS).find((known) => known === engine.name)
    return name !== undefined && engine.ready ? [{ ...engine, name }] : []
  })
}
