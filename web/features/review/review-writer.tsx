import type { Dispatch, KeyboardEvent } from 'react'
import { buttonClass } from '@callfolio/shared/ui/button.ts'
import { GrowingText } from '../../ui/growing-text.tsx'
import type { ReviewItem } from './review-items.ts'
import type { ReviewAction } from './review-state.ts'

const FIELDS: Record<ReviewItem['part'], { label: string; most: number }> = {
  title: { label: 'Title', most: 300 },
  summary: { label: 'Line of the summary', most: 5000 },
  steps: { label: 'Next step', most: 5000 },
  points: { label: 'Important point', most: 5000 },
  quotes: { label: 'Quote', most: 5000 },
  possible: { label: 'Next step', most: 5000 },
}

interface ReviewWriterProps {
  part: ReviewItem['part']
  draft: string
  dispatch: Dispatch<ReviewAction>
}

/** An item while it is edited: Enter takes the words over, Escape leaves them. */
export function ReviewWriter({ part, draft, dispatch }: ReviewWriterProps) {
  const { label, most } = FIELDS[part]
  const onKeyDown = (event: KeyboardEvent) => {
    // Both belong to the input method while it is composing.
    if (event.nativeEvent.isComposing) return
    if (event.key === 'Escape') dispatch({ type: 'cancel' })
    else if (event.key === 'Enter' && !event.shiftKey && !event.ctrlKey && !event.metaKey) dispatch({ type: 'write' })
    else return
    event.preventDefault()
    event.stopPropagation()
  }
  return (
    <div data-own-escape className="grid min-w-0 grid-cols-1 gap-2 sm:col-span-2">
      <GrowingText
        aria-label={label}
        maxLength={most}
        value={draft}
        onKeyDown={onKeyDown}
        onChange={({ target }) => dispatch({ type: 'typed', text: target.value })}
      />
      <div className="flex gap-2">
        <button type="button" onClick={() => dispatch({ type: 'write' })} className={buttonClass('primary', 'sm')}>
          Use this
        </button>
        <button type="button" onClick={() => dispatch({ type: 'cancel' })} className={buttonClass('secondary', 'sm')}>
          Cancel
        </button>
      </div>
    </div>
  )
}
