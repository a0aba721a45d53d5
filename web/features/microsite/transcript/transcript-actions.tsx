import { AudioLines, Ellipsis, EyeOff, FileText, Users } from 'lucide-react'
import { useState } from 'react'
import type { Microsite } from '@callfolio/shared/contract/microsite.ts'
import { Button } from '@callfolio/shared/ui/button.tsx'
import { IconButton } from '@callfolio/shared/ui/icon-button.tsx'
import { Menu, MenuItem } from '../../../ui/menu.tsx'
import { RedactDialog } from '../redact/redact-dialog.tsx'
import { AddTranscriptDialog } from './add-transcript-dialog.tsx'
import { engineName, TranscribeAgainDialog, useSpeechEngines, type ReadyEngine } from './transcribe-again-dialog.tsx'
import { SpeakerCountDialog } from './speaker-count-dialog.tsx'

/** Other sources of the transcript. */
export function TranscriptMenu({ site }: { site: Microsite }) {
  const engines = useSpeechEngines(site)
  const [adding, setAdding] = useState(false)
  const [counting, setCounting] = useState(false)
  const [redacting, setRedacting] = useState(false)
  const [engine, setEngine] = useState<ReadyEngine | null>(null)
  const speakers = site.transcript_info?.speakers
  const voices = site.video_url !== null && speakers?.from === 'voices' ? speakers : null
  return (
    <>
      <Menu trigger={<IconButton label="Change transcript" icon={Ellipsis} iconSize={18} />}>
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
            Change number of speakers
          </MenuItem>
        )}
        <MenuItem icon={<EyeOff size={16} aria-hidden />} onSelect={() => setRedacting(true)}>
          Redact...
        </MenuItem>
      </Menu>
      <RedactDialog site={site} open={redacting} onClose={() => setRedacting(false)} />
      <AddTranscriptDialog id={site.id} replaces open={adding} onClose={() => setAdding(false)} />
      {voices && (
        <SpeakerCountDialog id={site.id} speakers={voices} open={counting} onClose={() => setCounting(false)} />
      )}
      <TranscribeAgainDialog id={site.id} replaces engine={engine} onClose={() => setEngine(null)} />
    </>
  )
}

/** Actions on a page without a transcript. */
export function AddTranscriptButton({ site }: { site: Microsite }) {
  const engines = useSpeechEngines(site)
  const [adding, setAdding] = useState(false)
  const [redacting, setRedacting] = useState(false)
  const [engine, setEngine] = useState<ReadyEngine | null>(null)
  return (
    <div className="mt-4 flex flex-wrap gap-2">
      <Button variant="secondary" size="sm" onClick={() => setAdding(true)}>
        Paste or upload a transcript
      </Button>
      {engines.map((each) => (
        <Button variant="secondary" size="sm" key={each.name} onClick={() => setEngine(each)}>
          Transcribe with {engineName(each)}
        </Button>
      ))}
      {site.video_ready && (
        <Button variant="secondary" size="sm" onClick={() => setRedacting(true)}>
          Redact...
        </Button>
      )}
      <RedactDialog site={site} open={redacting} onClose={() => setRedacting(false)} />
      <AddTranscriptDialog id={site.id} replaces={false} open={adding} onClose={() => setAdding(false)} />
      <TranscribeAgainDialog id={site.id} replaces={false} engine={engine} onClose={() => setEngine(null)} />
    </div>
  )
}
