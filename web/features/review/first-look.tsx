import { Suspense } from 'react'
import { SkeletonLines } from '@callfolio/shared/ui/skeleton.tsx'
import { buttonClass } from '@callfolio/shared/ui/button.ts'
import { lazyPart, MissingPart } from '../../ui/lazy-part.tsx'
import type { ReviewThroughProps } from './review-through.tsx'

const ReviewThrough = lazyPart(async () => (await import('./review-through.tsx')).ReviewThrough, WithoutReview)

/** The review before a first share, for a dialog. Its code comes when it is first shown. */
export function FirstReview(props: ReviewThroughProps) {
  return (
    <Suspense fallback={<SkeletonLines />}>
      <ReviewThrough {...props} />
    </Suspense>
  )
}

/** Nobody is kept from sharing by code that can't be fetched. */
function WithoutReview({ onSkip }: ReviewThroughProps) {
  return (
    <>
      <button type="button" onClick={onSkip} className={`justify-self-start ${buttonClass('secondary')}`}>
        Share without looking
      </button>
      <MissingPart />
    </>
  )
}

/** What the dialog around the review is called. */
export const REVIEW_TITLE = 'Look it through first'
export const REVIEW_DESCRIPTION =
  'Nobody has looked at this page yet. Keep, edit or remove what others will read first.'
