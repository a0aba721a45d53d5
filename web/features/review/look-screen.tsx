import { useEffect, useReducer, useRef, type FocusEvent, type KeyboardEvent } from 'react'
import type { Microsite } from '@callfolio/shared/contract/microsite.ts'
import { usePlayer } from '../microsite/read/player-context.tsx'
import { lookEdit } from './look-edit.ts'
import { LookFooter } from './look-footer.tsx'
import { lookItems } from './look-items.ts'
import { lookKey } from './look-key.ts'
import { LookList } from './look-list.tsx'
import { beginLook, lookReducer, settled, type LookState } from './look-state.ts'
import { LookWords } from './look-words.tsx'
import type { LookThroughProps } from './look-through.tsx'
import { useFinishLook } from './use-finish-look.ts'
import { useLookFocus } from './use-look-focus.ts'

type LookScreenProps = Omit<LookThroughProps, 'micrositeId'> & { microsite: Microsite }

/** The items, the lines that the current one stands on, and the ways on. */
export function LookScreen({ microsite, memory, onRemember, onSkip }: LookScreenProps) {
  const [state, dispatch] = useReducer(lookReducer, memory, (kept) => goOn(microsite, kept))
  const finishing = useFinishLook(microsite.id)
  const { play } = usePlayer()
  const screen = useRef<HTMLDivElement>(null)
  useLookFocus(screen, state)
  useEffect(() => onRemember(state), [onRemember, state])

  const finish = () => {
    if (finishing.isPending) return
    const { items, decisions } = settled(state)
    finishing.mutate(lookEdit(microsite, items, decisions))
  }
  const onKeyDown = (event: KeyboardEvent<HTMLDivElement>) => {
    const writing = event.target instanceof HTMLTextAreaElement
    const meant = lookKey(event.nativeEvent, state.current)
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
      <LookList state={state} dispatch={dispatch} />
      <div className="sticky -bottom-6 z-10 -mx-6 -mb-6 grid grid-cols-1 gap-4 border-t border-line bg-raised px-6 py-4 lg:contents [@media(max-height:32rem)]:static">
        <LookWords microsite={microsite} item={state.items[state.current]} />
        <LookFooter state={state} dispatch={dispatch} finishing={finishing} onFinish={finish} onSkip={onSkip} />
      </div>
    </div>
  )
}

/** Where the owner was, if the page still says the same. */
function goOn(microsite: Microsite, memory: LookState | null): LookState {
  const items = lookItems(microsite)
  return memory !== null && JSON.stringify(memory.items) === JSON.stringify(items) ? memory : beginLook(items)
}
