import { useState } from 'react'
import type { Microsite } from '@callfolio/shared/contract/microsite.ts'
import { Banner } from '@callfolio/shared/ui/banner.tsx'
import { buttonClass } from '@callfolio/shared/ui/button.ts'
import { DRAFT_NOTICE } from '../../../lib/segments.ts'
import { lazyDialog } from '../../../ui/lazy-part.tsx'
import type { BetterTranscriptDialogProps } from './better-transcript-dialog.tsx'

const BetterTranscriptDialog = lazyDialog<BetterTranscriptDialogProps>(
  async () => (await import('./better-transcript-dialog.tsx')).BetterTranscriptDialog,
)

/** Says that the transcript is a draft, and leads to a better one. */
export function DraftBanner({ site }: { site: Microsite }) {
  const [open, setOpen] = useState(false)
  const { transcript_info: info } = site
  if (!info?.draft) return null
  return (
    <>
      <Banner
        actions={
          <button type="button" onClick={() => setOpen(true)} className={buttonClass('secondary', 'sm')}>
            Make this better
          </button>
        }
      >
        {info.notice ?? DRAFT_NOTICE}
        {site.until_model === 'draft' && ' It is transcribed again when the speech model has arrived.'}
      </Banner>
      <BetterTranscriptDialog site={site} open={open} onOpenChange={setOpen} />
    </>
  )
}
