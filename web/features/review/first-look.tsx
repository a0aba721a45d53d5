import { Suspense } from 'react'
import { SkeletonLines } from '@callfolio/shared/ui/skeleton.tsx'
import { buttonClass } from '@callfolio/shared/ui/button.ts'
import { lazyPart, MissingPart } from '../../ui/lazy-part.tsx'
import type { LookThroughProps } from './look-through.tsx'

const LookThrough = lazyPart(async () => (await import('./look-through.tsx')).LookThrough, WithoutLook)

/** The look before a first share, for a dialog. Its code comes when it is first shown. */
export function FirstLook(props: LookThroughProps) {
  return (
    <Suspense fallback={<SkeletonLines />}>
      <LookThrough {...props} />
    </Suspense>
  )
}

/** Nobody is kept from sharing by code that can't be fetched. */
function WithoutLook({ onSkip }: LookThroughProps) {
  return (
    <>
      <button type="button" onClick={onSkip} className={`justify-self-start ${buttonClass('secondary')}`}>
        Share without looking
      </button>
      <MissingPart />
    </>
  )
}

/** What the dialog around the look is called. */
export const LOOK_TITLE = 'Look it through first'
export const LOOK_DESCRIPTION = 'Nobody has looked at this page yet. Keep, edit or remove what others will read first.'
