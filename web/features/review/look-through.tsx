import { Tooltip } from 'radix-ui'
import { LoadError } from '@callfolio/shared/ui/load-error.tsx'
import { SkeletonLines } from '@callfolio/shared/ui/skeleton.tsx'
import { buttonClass } from '@callfolio/shared/ui/button.ts'
import { PlayerProvider } from '../microsite/read/player-context.tsx'
import { useMicrosite } from '../library/use-microsite.ts'
import { LookScreen } from './look-screen.tsx'
import type { LookState } from './look-state.ts'

export interface LookThroughProps {
  micrositeId: string
  /** What was decided before the dialog around was closed. */
  memory: LookState | null
  onRemember: (state: LookState) => void
  onSkip: () => void
}

/** What others will read first, for the owner to keep, change or remove before it is shared. Once that is saved the microsite says so. */
export function LookThrough(props: LookThroughProps) {
  const { data: microsite, isError, refetch } = useMicrosite(props.micrositeId)
  if (microsite) {
    return (
      <Tooltip.Provider delayDuration={200}>
        <PlayerProvider segments={microsite.segments} startMs={0}>
          <LookScreen key={microsite.updated_at} microsite={microsite} {...props} />
        </PlayerProvider>
      </Tooltip.Provider>
    )
  }
  return (
    <>
      {isError ? <LoadError onRetry={() => void refetch()}>Failed to load this page.</LoadError> : <SkeletonLines />}
      <button type="button" onClick={props.onSkip} className={`justify-self-start ${buttonClass('secondary')}`}>
        Share without looking
      </button>
    </>
  )
}
