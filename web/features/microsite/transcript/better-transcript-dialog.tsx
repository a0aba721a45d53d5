import { useState } from 'react'
import type { Microsite } from '@callfolio/shared/contract/microsite.ts'
import type { SpeechModel } from '@callfolio/shared/contract/speech-model.ts'
import { TRANSCRIBERS } from '@callfolio/shared/engines.ts'
import { WHERE_CAPTIONS_ARE } from '@callfolio/shared/progress/expectation.ts'
import { Button } from '@callfolio/shared/ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { FetchProgress, Offer } from '../../engines/model-offer.tsx'
import { useSpeechModel } from '../../engines/use-speech-model.ts'
import { AddTranscriptDialog } from './add-transcript-dialog.tsx'
import { engineName, TranscribeAgainDialog, useSpeechEngines, type ReadyEngine } from './transcribe-again-dialog.tsx'

export interface BetterTranscriptDialogProps {
  site: Microsite
  open: boolean
  onOpenChange: (open: boolean) => void
}

/**
 * How to get a better transcript than a draft: a better engine, the model being downloaded, or the call's own
 * captions.
 */
export function BetterTranscriptDialog({ site, open, onOpenChange }: BetterTranscriptDialogProps) {
  const engines = useSpeechEngines(site).filter(({ name }) => !TRANSCRIBERS[name].draft)
  const model = useSpeechModel()
  const [adding, setAdding] = useState(false)
  const [engine, setEngine] = useState<ReadyEngine | null>(null)
  const next = (show: () => void) => {
    onOpenChange(false)
    show()
  }
  return (
    <>
      <Dialog
        open={open}
        onOpenChange={onOpenChange}
        title="Improve transcript"
        description="Replaces the draft, including your corrections, and updates the recap. Other edits and links stay."
      >
        {engines.map((each) => (
          <Button key={each.name} onClick={() => next(() => setEngine(each))} className="justify-self-start">
            Transcribe again with {engineName(each)}
          </Button>
        ))}
        {site.video_url !== null && engines.length === 0 && model?.state === 'idle' && <WithoutEngine model={model} />}
        {model !== undefined && <FetchProgress model={model} />}
        <div className="grid gap-2">
          <Button variant="secondary" onClick={() => next(() => setAdding(true))} className="justify-self-start">
            Paste or upload a transcript
          </Button>
          <p className="text-13 text-muted">{WHERE_CAPTIONS_ARE}</p>
        </div>
      </Dialog>
      <AddTranscriptDialog id={site.id} replaces open={adding} onClose={() => setAdding(false)} />
      <TranscribeAgainDialog id={site.id} replaces engine={engine} onClose={() => setEngine(null)} />
    </>
  )
}

function WithoutEngine({ model }: { model: SpeechModel }) {
  if (model.offered) return <Offer model={model} />
  return <p className="text-15 text-muted">No speech model is available. Ask your admin to download one.</p>
}
