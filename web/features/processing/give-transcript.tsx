import { useState } from 'react'
import { WAYS_OUT } from '@callfolio/shared/failures.ts'
import { buttonClass } from '@callfolio/shared/ui/button.ts'
import { AddTranscriptDialog } from '../transcript-source/add-transcript-dialog.tsx'

interface GiveTranscriptProps {
  id: string
  /** It is what helps best. */
  isWayOut: boolean
  onStarted: () => void
}

/** Lets the owner of a failed microsite give a transcript of their own; it is then made from that. */
export function GiveTranscript({ id, isWayOut, onStarted }: GiveTranscriptProps) {
  const [open, setOpen] = useState(false)
  return (
    <>
      <button type="button" onClick={() => setOpen(true)} className={buttonClass(isWayOut ? 'primary' : 'secondary')}>
        {WAYS_OUT.add_transcript.action}
      </button>
      <AddTranscriptDialog id={id} replaces={false} open={open} onClose={() => setOpen(false)} onAdded={onStarted} />
    </>
  )
}
