import { AudioLines, Ellipsis, FileText } from 'lucide-react'
import { useState } from 'react'
import type { Microsite } from '@callfolio/shared/contract/microsite.ts'
import { Menu, MenuItem } from '../../ui/menu.tsx'
import { AddTranscriptDialog } from './add-transcript-dialog.tsx'
import { engineName } from './engine-name.ts'
import { TranscribeAgainDialog, type ReadyEngine } from './transcribe-again-dialog.tsx'
import { useSpeechEngines } from './use-speech-engines.ts'

/** Other sources of the transcript. */
export function TranscriptMenu({ site }: { site: Microsite }) {
  const engines = useSpeechEngines(site)
  const [adding, setAdding] = useState(false)
  const [engine, setEngine] = useState<ReadyEngine | null>(null)
  return (
    <>
      <Menu
        trigger={
          <button type="button" aria-label="Change transcript" className="grid size-8 place-items-center rounded text-muted hover:bg-surface hover:text-ink">
            <Ellipsis size={18} aria-hidden />
          </button>
        }
      >
        <MenuItem icon={<FileText size={16} aria-hidden />} onSelect={() => setAdding(true)}>
          Paste or upload a transcript
        </MenuItem>
        {engines.map((each) => (
          <MenuItem key={each.name} icon={<AudioLines size={16} aria-hidden />} onSelect={() => setEngine(each)}>
            Transcribe again with {engineName(each)}
          </MenuItem>
        ))}
      </Menu>
      <AddTranscriptDialog id={site.id} replaces open={adding} onClose={() => setAdding(false)} />
      <TranscribeAgainDialog id={site.id} engine={engine} onClose={() => setEngine(null)} />
    </>
  )
}
