import { Undo2 } from 'lucide-react'
import type { Dispatch } from 'react'
import { ApiError } from '@callfolio/shared/api-client.ts'
import { Banner } from '@callfolio/shared/ui/banner.tsx'
import { buttonClass } from '@callfolio/shared/ui/button.ts'
import { countReview, countUnseen, type ReviewAction, type ReviewState } from './review-state.ts'

interface ReviewFooterProps {
  state: ReviewState
  dispatch: Dispatch<ReviewAction>
  finishing: { isPending: boolean; error: Error | null }
  onFinish: () => void
  onSkip: () => void
}

/** How far it is, and the ways on: with what was decided, or without a review. */
export function ReviewFooter({
  state,
  dispatch,
  finishing: { isPending, error },
  onFinish,
  onSkip,
}: ReviewFooterProps) {
  const { all, reviewed } = countReview(state)
  const keepsRest = countUnseen(state) === 0 && reviewed < all
  return (
    <div className="grid grid-cols-1 gap-3 bg-raised lg:sticky lg:-bottom-6 lg:col-span-2 lg:-mx-6 lg:-mb-6 lg:border-t lg:border-line lg:px-6 lg:py-4 [@media(max-height:32rem)]:static!">
      {error !== null && (
        <Banner tone="danger">
          {error instanceof ApiError ? error.message : 'This could not be saved.'} Your choices are still here: try
          again, or share the page as it is.
        </Banner>
      )}
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <p role="status" className="text-13 text-muted tabular-nums">
          <span className="max-sm:sr-only">Looked at </span>
          {progressOf(state)}
        </p>
        {state.past.length > 0 && (
          <button type="button" onClick={() => dispatch({ type: 'undo' })} className={buttonClass('quiet', 'sm')}>
            <Undo2 size={14} aria-hidden />
            Undo
          </button>
        )}
        <div data-look-end className="ml-auto flex flex-wrap-reverse justify-end gap-2 max-sm:*:px-3">
          <button type="button" onClick={onSkip} className={buttonClass('secondary')}>
            Share without looking
          </button>
          <button type="button" data-first aria-disabled={isPending} onClick={onFinish} className={buttonClass()}>
            {isPending ? 'Saving...' : !keepsRest ? 'Continue' : reviewed === 0 ? 'Keep all' : 'Keep the rest'}
          </button>
        </div>
      </div>
    </div>
  )
}

/** "4 of 9 · 1 edited · 2 removed · 3 not shared". */
function progressOf(state: ReviewState): string {
  const { all, reviewed, edited, removed } = countReview(state)
  const unseen = countUnseen(state)
  return [
    `${reviewed} of ${all}`,
    ...(edited > 0 ? [`${edited} edited`] : []),
    ...(removed > 0 ? [`${removed} removed`] : []),
    ...(unseen > 0 ? [`${unseen} not shared`] : []),
  ].join(' · ')
}
