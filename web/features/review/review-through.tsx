import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Tooltip } from 'radix-ui'
import { useEffect, useReducer, useRef, type FocusEvent, type KeyboardEvent, type RefObject } from 'react'
import { LoadError } from '@callfolio/shared/ui/load-error.tsx'
import { SkeletonLines } from '@callfolio/shared/ui/skeleton.tsx'
import { buttonClass } from '@callfolio/shared/ui/button.ts'
import { MICROSITE_PATHS, micrositeSchema, type Microsite } from '@callfolio/shared/contract/microsite.ts'
import { PlayerProvider, usePlayer } from '../microsite/read/player-context.tsx'
import { storeMicrosite, useMicrosite } from '../library/use-microsite.ts'
import { startReview, reviewReducer, settled, type ReviewState } from './review-state.ts'
import { reviewEdit } from './review-edit.ts'
import { ReviewFooter } from './review-footer.tsx'
import { reviewItems } from './review-items.ts'
import { reviewKey } from './review-key.ts'
import { ReviewList } from './review-list.tsx'
import { ReviewWords } from './review-words.tsx'
import { useServices } from '../../lib/services.tsx'
import type { OwnerEdit } from '../microsite/edit/owner-edit.ts'
import { changeCard } from '../library/use-change-card.ts'

export interface ReviewThroughProps {
  micrositeId: string
  /** What was decided before the dialog around was closed. */
  memory: ReviewState | null
  onRemember: (state: ReviewState) => void
  onSkip: () => void
}

/** What others will read first, for the owner to keep, change or remove before it is shared. Once that is saved the microsite says so. */
export function ReviewThrough(props: ReviewThroughProps) {
  const { data: microsite, isError, refetch } = useMicrosite(props.micrositeId)
  if (microsite) {
    return (
      <Tooltip.Provider delayDuration={200}>
        <PlayerProvider segments={microsite.segments} startMs={0}>
          <ReviewScreen key={microsite.updated_at} microsite={microsite} {...props} />
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

type ReviewScreenProps = Omit<ReviewThroughProps, 'micrositeId'> & { microsite: Microsite }

/** The items, the lines that the current one stands on, and the ways on. */
function ReviewScreen({ microsite, memory, onRemember, onSkip }: ReviewScreenProps) {
  const [state, dispatch] = useReducer(reviewReducer, memory, (kept) => goOn(microsite, kept))
  const finishing = useFinishReview(microsite.id)
  const { play } = usePlayer()
  const screen = useRef<HTMLDivElement>(null)
  useReviewFocus(screen, state)
  useEffect(() => onRemember(state), [onRemember, state])

  const finish = () => {
    if (finishing.isPending) return
    const { items, decisions } = settled(state)
    finishing.mutate(reviewEdit(microsite, items, decisions))
  }
  const onKeyDown = (event: KeyboardEvent<HTMLDivElement>) => {
    const writing = event.target instanceof HTMLTextAreaElement
    const meant = reviewKey(event.nativeEvent, state.current)
    if (meant === null || (writing && meant.type !== 'finish')) return
    event.preventDefault()
    if (meant.type === 'finish') finish()
    else if (meant.type !== 'play') dispatch(meant)
    else if (state.items[state.current]?.moment) play(state.items[state.current]?.moment?.startMs ?? 0)
  }
  const onFocus = ({ target }: FocusEvent<HTMLDivElement>) => {
    const place = target.closest<HTMLElement>('[data-look]')?.dataset.look
    if (place !== undefined) dispatch({ type: 'go', to: Number(place) })
  }
  return (
    // The keys are those of the buttons inside.
    <div
      ref={screen}
      role="presentation"
      onKeyDown={onKeyDown}
      onFocus={onFocus}
      className="grid grid-cols-1 gap-x-8 gap-y-5 lg:grid-cols-[minmax(0,1fr)_20rem]"
    >
      <ReviewList state={state} dispatch={dispatch} />
      <div className="sticky -bottom-6 z-10 -mx-6 -mb-6 grid grid-cols-1 gap-4 border-t border-line bg-raised px-6 py-4 lg:contents [@media(max-height:32rem)]:static">
        <ReviewWords microsite={microsite} item={state.items[state.current]} />
        <ReviewFooter state={state} dispatch={dispatch} finishing={finishing} onFinish={finish} onSkip={onSkip} />
      </div>
    </div>
  )
}

/** Where the owner was, if the page still says the same. */
function goOn(microsite: Microsite, memory: ReviewState | null): ReviewState {
  const items = reviewItems(microsite)
  return memory !== null && JSON.stringify(memory.items) === JSON.stringify(items) ? memory : startReview(items)
}

/** Saves what an owner decided, and that the page was reviewed: in one request, so that a failure leaves all as it was. */
function useFinishReview(id: string) {
  const { api } = useServices()
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (edit: OwnerEdit) =>
      api.request(MICROSITE_PATHS.one(id), micrositeSchema, { method: 'PATCH', body: { ...edit, reviewed: true } }),
    onSuccess: async (microsite) => {
      const { title, reviewed_at } = microsite
      await changeCard(queryClient, id, { title, reviewed_at })
      storeMicrosite(queryClient, microsite)
    },
  })
}

/** Puts the focus where the keys are wanted: on the text that is written, else on the current item's Keep, behind the last on the way on. */
function useReviewFocus(screen: RefObject<HTMLElement | null>, { current, draft, items }: ReviewState): void {
  const writing = draft !== null
  useEffect(() => {
    const place = screen.current?.querySelector(current < items.length ? `[data-look="${current}"]` : '[data-look-end]')
    const control = place?.querySelector<HTMLElement>(writing ? 'textarea' : 'button[data-first]')
    // What was just clicked in there keeps it.
    if (!control || (!writing && place?.contains(document.activeElement) === true)) return
    control.focus()
    if (control instanceof HTMLTextAreaElement) control.setSelectionRange(control.value.length, control.value.length)
    place?.scrollIntoView({ block: 'nearest' })
  }, [screen, current, writing, items.length])
}
