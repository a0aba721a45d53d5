import { useState } from 'react'
import type { Microsite } from '@callfolio/shared/contract/microsite.ts'
import { Banner } from '@callfolio/shared/ui/banner.tsx'
import { Button } from '@callfolio/shared/ui/button.tsx'
import { EN } from '@callfolio/shared/page-words/en.ts'
import { requestProblem } from '../../../lib/request-problem.ts'
import { useCapabilities } from '../../../lib/use-capabilities.ts'
import { lazyDialog } from '../../../ui/lazy-part.tsx'
import type { BetterTranscriptDialogProps } from './better-transcript-dialog.tsx'
import { useRequestTranscript } from './transcript-request.ts'

const BetterTranscriptDialog = lazyDialog<BetterTranscriptDialogProps>(
  async () => (await import('./better-transcript-dialog.tsx')).BetterTranscriptDialog,
)

/** Says that the transcript is a draft, and offers a better one: with one click if this server has a speech model. */
export function DraftBanner({ site }: { site: Microsite }) {
  const [open, setOpen] = useState(false)
  const request = useRequestTranscript(site.id)
  const hasModel = useCapabilities()?.transcribers.some(({ name, ready }) => name === 'sherpa' && ready) === true
  const problem = requestProblem(request.error)
  const { transcript_info: info } = site
  if (!info?.draft) return null
  return (
    <>
      <Banner
        actions={
          <>
            {hasModel && site.video_url !== null && (
              <Button size="sm" disabled={request.isPending} onClick={() => request.mutate({ source: 'sherpa' })}>
                Transcribe it again
              </Button>
            )}
            <Button variant="secondary" size="sm" onClick={() => setOpen(true)}>
              Improve transcript
            </Button>
          </>
        }
      >
        {info.notice ?? EN.draftNotice}
        {site.until_model === 'draft' && ' We’ll transcribe it again when the speech model is ready.'}
      </Banner>
      {problem !== null && <Banner tone="danger">{problem}</Banner>}
      <BetterTranscriptDialog site={site} open={open} onOpenChange={setOpen} />
    </>
  )
}
