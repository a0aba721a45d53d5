import { useState } from 'react'
import type { Microsite } from '@callfolio/shared/contract/microsite.ts'
import { isPreparing } from '@callfolio/shared/progress/preparation.ts'
import { SkeletonLines } from '@callfolio/shared/ui/skeleton.tsx'
import { useDebounced } from '../../lib/hooks.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { useEver } from '../../ui/lazy-part.tsx'
import { useMicrosite } from '../library/use-microsite.ts'
import { Review, reviewFrame, waitingCount } from '../review/review.tsx'
import { DraftQuestion, useDraftQuestion } from './draft-question.tsx'
import { draftTerms, OPEN_LINK, withSection } from './link-draft.ts'
import { getAudience } from './link-terms.ts'
import { SharePicker } from './share-picker.tsx'
import { useFirstShare } from './use-links.ts'

const PATIENCE_MS = 300

interface ShareDialogProps {
  /** Without `video_url` it is unknown whether there is a video. */
  microsite: Pick<Microsite, 'id' | 'title' | 'status' | 'replacing'> & Partial<Pick<Microsite, 'video_url'>>
  open: boolean
  onOpenChange: (open: boolean) => void
  /** The owner came to review the page, shared or not; absent: a review is offered only before the first link. */
  reviewing?: boolean
}

/**
 * Lets the owner choose a link's lifetime, then creates and copies it; before the first link, offers a review of
 * waiting items.
 */
export function ShareDialog(props: ShareDialogProps) {
  return useEver(props.open) && <OpenedDialog {...props} />
}

function OpenedDialog({ microsite, open, onOpenChange, reviewing = false }: ShareDialogProps) {
  const { id, title } = microsite
  const [draft, setDraft] = useState(OPEN_LINK)
  // A review stays open after its last item, until its owner ends it.
  const [review, setReview] = useState<'none' | 'open' | 'ended'>('none')
  const preparing = isPreparing(microsite)
  const { data: site, isError } = useMicrosite(id)
  const waits = site === undefined ? (isError ? false : null) : waitingCount(site) > 0
  const first = useFirstShare(id, open && waits === true && !reviewing)
  const due = review === 'none' && !preparing ? waits && (reviewing || first) : false
  if (open && due === true) setReview('open')
  const { question, answer } = useDraftQuestion(id, preparing)
  const asking = due === false && review !== 'open' ? question : null
  const waiting = due === null || asking === undefined
  const close = () => {
    // The next link starts public again, and the next first share with a review.
    setDraft(OPEN_LINK)
    setReview('none')
    onOpenChange(false)
  }
  // Shows nothing until it is known which of the two it will be, unless that takes long.
  const slow = useDebounced(open, PATIENCE_MS)
  const frame = asking
    ? { title: asking.title, description: asking.description }
    : review === 'open' && site
      ? reviewFrame(site)
      : { title: 'Share Microsite', description: getAudience(title, draftTerms(draft), preparing) }
  return (
    <Dialog open={open && (!waiting || slow)} onOpenChange={(next) => (next ? onOpenChange(true) : close())} {...frame}>
      {waiting && <SkeletonLines />}
      {asking && (
        <DraftQuestion
          id={id}
          question={asking}
          onShare={answer}
          onLeaveOut={() => {
            setDraft(withSection(draft, 'transcript', false))
            answer()
          }}
          onLeave={close}
        />
      )}
      {review === 'open' && site && (
        <Review microsite={site} ways={{ skip: 'Skip review', done: 'Continue' }} onDone={() => setReview('ended')} />
      )}
      {due === false && review !== 'open' && asking === null && (
        <SharePicker
          micrositeId={id}
          preparing={preparing}
          canShowVideo={microsite.video_url !== null}
          draft={draft}
          onChange={setDraft}
          onDone={close}
        />
      )}
    </Dialog>
  )
}
