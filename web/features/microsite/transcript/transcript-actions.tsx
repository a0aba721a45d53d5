import { AudioLines, Ellipsis, FileText, Users } from 'lucide-react'
import { useState } from 'react'
import type { Microsite } from '@callfolio/shared/contract/microsite.ts'
import { Menu, MenuItem } from '../../../ui/menu.tsx'
import { AddTranscriptDialog } from './add-transcript-dialog.tsx'
import { engineName } from './engine-name.ts'
import { SpeakerCountDialog } from './speaker-count-dialog.tsx'
import { TranscribeAgainDialog, type ReadyEngine } from './transcribe-again-dialog.tsx'
import { useSpeechEngines } from './use-speech-engines.ts'

/** Other sources of the transcript. */
export function TranscriptMenu({ site }: { site: Microsite }) {
  const engines = useSpeechEngines(site)
  const [adding, setAdding] = useState(false)
  const [counting, setCounting] = useState(false)
  const [engine, setEngine] = useState<ReadyEngine | null>(null)
  const speakers = site.transcript_info?.speakers
  const voices = site.video_url !== null && speakers?.from === 'voices' ? speakers : null
  return (
    <>
      <Menu
        trigger={
          <button
            type="button"
            aria-label="Change transcript"
            className="grid size-8 place-items-center rounded text-muted hover:bg-surface hover:text-ink"
          >
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
        {voices && (
          <MenuItem icon={<Users size={16} aria-hidden />} onSelect={() => setCounting(true)}>
            Number of speakers
          </MenuItem>
        )}
      </Menu>
      <AddTranscriptDialog id={site.id} replaces open={adding} onClose={() => setAdding(false)} />
      {voices && (
        <SpeakerCountDialog id={site.id} speakers={voices} open={counting} onClose={() => setCounting(false)} />
      )}
      <TranscribeAgainDialog id={site.id} engine={engine} onClose={() => setEngine(null)} />
    </>
  )
}
