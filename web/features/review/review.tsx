import { useState } from 'react'
import { getCount } from '@callfolio/shared/format.ts'
import { hidesRecap, type Microsite } from '@callfolio/shared/contract/microsite.ts'
import { Banner } from '@callfolio/shared/ui/banner.tsx'
import { SkeletonLines } from '@callfolio/shared/ui/skeleton.tsx'
import { Button } from '@callfolio/shared/ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { lazyPart, MissingPart, useEver } from '../../ui/lazy-part.tsx'
import { countWaiting, reviewItems } from './review-items.ts'
import type { ReviewScreenProps } from './review-screen.tsx'

const Screen = lazyPart(async () => (await import('./review-screen.tsx')).ReviewScreen, WithoutReview)

/** The owner's review, for a dialog. Its code is loaded when it is first shown. */
export function Review(props: ReviewScreenProps) {
  return <Screen {...props} fallback={<SkeletonLines />} />
}

/** Sharing never depends on code that may fail to load. */
function WithoutReview({ ways, onDone }: ReviewScreenProps) {
  return (
    <>
      <Button variant="secondary" onClick={onDone} className="justify-self-start">
        {ways.skip}
      </Button>
      <MissingPart />
    </>
  )
}

/** Title and size of the dialog around a review. */
export function reviewFrame({ analysis_notice: notice }: Pick<Microsite, 'analysis_notice'>) {
  return {
    title: 'Review',
    description: hidesRecap(notice) ? notice : 'Recipients see what you add. Items you don’t add stay hidden.',
    size: 'full',
  } as const
}

/** Number of items awaiting the owner's review, without possible next steps. */
export function waitingCount(site: Microsite): number {
  return countWaiting(reviewItems(site))
}

/** The number of items awaiting review, in one line, with a link to the review. Nothing if there are none. */
export function WaitingLine({ site }: { site: Microsite }) {
  const [isOpen, setOpen] = useState(false)
  const items = reviewItems(site)
  const count = countWaiting(items)
  const lines = items.length - count
  const wasOpen = useEver(isOpen)
  if (items.length === 0 && !isOpen) return wasOpen ? <Reviewed /> : null
  return (
    <div className="print:hidden">
      {items.length > 0 && (
        <Banner
          actions={
            <Button size="sm" onClick={() => setOpen(true)}>
              Review
            </Button>
          }
        >
          {count > 0
            ? `${getCount(count, 'item')} ${count === 1 ? 'needs' : 'need'} your review.`
            : `${getCount(lines, 'line')} may be ${lines === 1 ? 'a next step' : 'next steps'}.`}
        </Banner>
      )}
      <Dialog open={isOpen} onOpenChange={setOpen} {...reviewFrame(site)}>
        <Review microsite={site} ways={{ skip: 'Close', done: 'Done' }} onDone={() => setOpen(false)} />
      </Dialog>
    </div>
  )
}

/** Takes the focus instead of the button that opened the review. */
function Reviewed() {
  return (
    <p ref={takeFocus} tabIndex={-1} className="sr-only">
      All reviewed
    </p>
  )
}

function takeFocus(element: HTMLElement | null): void {
  element?.focus()
}
