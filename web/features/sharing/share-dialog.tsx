import { useState } from 'react'
import type { Microsite } from '@callfolio/shared/contract/microsite.ts'
import { isPreparing } from '@callfolio/shared/preparation.ts'
import { SkeletonLines } from '@callfolio/shared/ui/skeleton.tsx'
import { useDebounced } from '../../lib/hooks.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { useEver } from '../../ui/lazy-part.tsx'
import { FirstReview, REVIEW_DESCRIPTION, REVIEW_TITLE } from '../review/first-look.tsx'
import type { ReviewState } from '../review/review-state.ts'
import { DraftQuestion, useDraftQuestion } from './draft-question.tsx'
import { draftTerms, OPEN_LINK, withSection } from './link-draft.ts'
import { audienceOf } from './link-terms.ts'
import { SharePicker } from './share-picker.tsx'
import { useFirstReview } from './use-links.ts'

const PATIENCE_MS = 300

interface ShareDialogProps {
  /** Without `video_url` it is not known whether there is a video. */
  microsite: Pick<Microsite, 'id' | 'title' | 'status' | 'replacing' | 'reviewed_at'> &
    Partial<Pick<Microsite, 'video_url'>>
  open: boolean
  onOpenChange: (open: boolean) => void
  /** The owner came to review the page, whether it was shared before or not. */
  reviewing?: boolean
}

/** Picks how long a link lives, makes it and copies it; before the first one, shows its owner what others will read. */
export function ShareDialog(props: ShareDialogProps) {
  return useEver(props.open) && <OpenedDialog {...props} />
}

function OpenedDialog({ microsite, open, onOpenChange, reviewing = false }: ShareDialogProps) {
  const { id, title, reviewed_at } = microsite
  const [draft, setDraft] = useState(OPEN_LINK)
  const [skipped, setSkipped] = useState(false)
  const [memory, setMemory] = useState<ReviewState | null>(null)
  const preparing = isPreparing(microsite)
  const first = useFirstReview(microsite, open)
  const due = !skipped && ((reviewing && reviewed_at === null) || first)
  const { question, answer } = useDraftQuestion(id, preparing)
  const asking = due === false ? question : null
  const waiting = due === null || asking === undefined
  const close = () => {
    // The next link begins open to all again, and the next first share with a review.
    setDraft(OPEN_LINK)
    setSkipped(false)
    onOpenChange(false)
  }
  // Before it is known which of the two it will be, nothing is shown, unless that takes long.
  const slow = useDebounced(open, PATIENCE_MS)
  const frame = asking
    ? { title: asking.title, description: asking.description }
    : due !== true
      ? { title: 'Share Microsite', description: audienceOf(title, draftTerms(draft), preparing) }
      : ({ title: REVIEW_TITLE, description: REVIEW_DESCRIPTION, size: 'wide' } as const)
  return (
    <Dialog open={open && (!waiting || slow)} onOpenChange={(next) => (next ? onOpenChange(true) : close())} {...frame}>
      {waiting && <SkeletonLines />}
      {asking && (
        <DraftQuestion
          id={id}
          question={asking}
          onShare={answer}
          onLeaveOut={(video) => {
            const without = withSection(draft, 'transcript', false)
            setDraft(video ? { ...without, withVideo: false } : without)
            answer()
          }}
          onLeave={close}
        />
      )}
      {due === true && (
        <FirstReview micrositeId={id} memory={memory} onRemember={setMemory} onSkip={() => setSkipped(true)} />
      )}
      {due === false && asking === null && (
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
