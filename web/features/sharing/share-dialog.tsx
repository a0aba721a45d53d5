import { useState } from 'react'
import type { Microsite } from '@callfolio/shared/contract/microsite.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { draftTerms, OPEN_LINK } from './link-draft.ts'
import { audienceOf } from './link-terms.ts'
import { SharePicker } from './share-picker.tsx'

interface ShareDialogProps {
  /** Without `video_url` it is not known whether there is a video. */
  microsite: Pick<Microsite, 'id' | 'title'> & Partial<Pick<Microsite, 'video_url'>>
  open: boolean
  onOpenChange: (open: boolean) => void
}

/** Picks how long a link lives, makes it and copies it. */
export function ShareDialog({ microsite, open, onOpenChange }: ShareDialogProps) {
  const [draft, setDraft] = useState(OPEN_LINK)
  const close = () => {
    // The next link begins open to all again.
    setDraft(OPEN_LINK)
    onOpenChange(false)
  }
  return (
    <Dialog open={open} onOpenChange={(next) => (next ? onOpenChange(true) : close())} title="Share Microsite" description={audienceOf(microsite.title, draftTerms(draft))}>
      <SharePicker micrositeId={microsite.id} canShowVideo={microsite.video_url !== null} draft={draft} onChange={setDraft} onDone={close} />
    </Dialog>
  )
}
