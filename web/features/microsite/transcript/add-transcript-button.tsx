import { useState } from 'react'
import type { Microsite } from '@callfolio/shared/contract/microsite.ts'
import { buttonClass } from '@callfolio/shared/ui/button.ts'
import { AddTranscriptDialog } from './add-transcript-dialog.tsx'
import { engineName } from './engine-name.ts'
import { TranscribeAgainDialog, type ReadyEngine } from './transcribe-again-dialog.tsx'
import { useSpeechEngines } from './use-speech-engines.ts'

/** What a page without a transcript offers. */
export function AddTranscriptButton({ site }: { site: Microsite }) {
  const engines = useSpeechEngines(site)
  const [adding, setAdding] = useState(false)
  const [engine, setEngine] = useState<ReadyEngine | null>(null)
  return (
    <div className="mt-4 flex flex-wrap gap-2">
      <button type="button" onClick={() => setAdding(true)} className={buttonClass('secondary', 'sm')}>
        Paste or upload a transcript
      </button>
      {engines.map((each) => (
        <button
          key={each.name}
          type="button"
          onClick={() => setEngine(each)}
          className={buttonClass('secondary', 'sm')}
        >
          Transcribe again with {engineName(each)}
        </button>
      ))}
      <AddTranscriptDialog id={site.id} replaces={false} open={adding} onClose={() => setAdding(false)} />
      <TranscribeAgainDialog id={site.id} engine={engine} onClose={() => setEngine(null)} />
    </div>
  )
}
