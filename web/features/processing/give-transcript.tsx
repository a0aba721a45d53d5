import { useState } from 'react'
import { buttonClass } from '@callfolio/shared/ui/button.ts'
import { AddTranscriptDialog } from '../microsite/transcript/add-transcript-dialog.tsx'

/** Lets the owner of a failed microsite give a transcript of their own; it is then made from that. */
export function GiveTranscript({ id, onStarted }: { id: string; onStarted: () => void }) {
  const [open, setOpen] = useState(false)
  return (
    <>
      <button type="button" onClick={() => setOpen(true)} className={buttonClass('secondary')}>
        Paste or upload a transcript
      </button>
      <AddTranscriptDialog id={id} replaces={false} open={open} onClose={() => setOpen(false)} onAdded={onStarted} />
    </>
  )
}
