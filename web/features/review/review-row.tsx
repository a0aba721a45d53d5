import { Check, Minus, Pencil, Plus, X } from 'lucide-react'
import { memo, useId, type Dispatch } from 'react'
import { buttonClass } from '@callfolio/shared/ui/button.ts'
import { DoubtNote } from '../withheld/doubt-note.tsx'
import { UnprovenNote } from '../../ui/unproven-note.tsx'
import { MomentChip } from '../microsite/read/moment-chip.tsx'
import type { ReviewItem } from './review-items.ts'
import { isEditable, type Decision, type ReviewAction } from './review-state.ts'
import { ReviewWriter } from './review-writer.tsx'

interface ReviewRowProps {
  item: ReviewItem
  place: number
  /** null: not reviewed yet. */
  decision: Decision | null
  /** What is being typed in its place. */
  draft: string | null
  current: boolean
  dispatch: Dispatch<ReviewAction>
}

const MARKS = {
  kept: { icon: Check, look: 'text-success', says: 'Kept' },
  edited: { icon: Pencil, look: 'text-accent-text', says: 'Edited' },
  removed: { icon: X, look: 'text-danger', says: 'Removed' },
} as const

/** Of what is on no page. */
const MARKS_OF_POSSIBLE = {
  kept: { icon: Minus, look: 'text-muted', says: 'Left out' },
  edited: { icon: Plus, look: 'text-accent-text', says: 'Added' },
  removed: { icon: Minus, look: 'text-muted', says: 'Left out' },
} as const

/** What a picked item would be on the page. */
const NAMES: Record<ReviewItem['part'], string> = {
  title: 'Title',
  summary: 'Summary',
  steps: 'Next step',
  points: 'Important point',
  quotes: 'Quote',
  possible: 'Next step',
}

/** One item with what can be done about it; the buttons come to sight where they are wanted. */
export const ReviewRow = memo(function ReviewRow({ item, place, decision, draft, current, dispatch }: ReviewRowProps) {
  const { part, text, speaker, moment, unproven = [], unconfirmed = false, doubt } = item
  const words = useId()
  const removed = decision?.kind === 'removed'
  const isPossible = part === 'possible'
  const isUnseen = (isPossible && decision?.kind !== 'edited') || (unconfirmed && decision === null)
  const said = decision?.kind === 'edited' ? decision.text : text
  return (
    <li
      data-look={place}
      className={`group relative grid grid-cols-[1rem_minmax(0,1fr)] gap-x-3 scroll-mt-6 scroll-mb-64 rounded px-3 py-2 sm:grid-cols-[1rem_minmax(0,1fr)_auto] lg:scroll-mb-32 ${current ? 'bg-accent-soft' : ''}`}
    >
      <Mark decision={decision} isPossible={isPossible} />
      {draft === null ? (
        <>
          <div className="grid min-w-0 grid-cols-1 gap-1">
            <p
              dir="auto"
              className={`min-w-0 text-15 text-pretty wrap-anywhere ${part === 'title' ? 'font-semibold' : isUnseen ? 'text-muted' : ''}`}
            >
              <span id={words} className={removed ? 'text-muted line-through' : ''}>
                {part === 'quotes' ? `“${said}”` : said}
              </span>
              {moment && (
                <>
                  {' '}
                  <MomentChip moment={moment} speaker={speaker} />
                </>
              )}
            </p>
            {unconfirmed && <p className="text-13 text-muted">{NAMES[part]}</p>}
            {doubt && decision === null && <DoubtNote doubt={doubt} />}
            {unproven.length > 0 && !removed && decision?.kind !== 'edited' && <UnprovenNote parts={unproven} />}
          </div>
          <div
            className={`-my-0.5 -ml-2 flex items-start gap-1 max-sm:col-start-2 sm:ml-0 ${current ? '' : 'pointer-fine:sm:opacity-0 pointer-fine:sm:group-focus-within:opacity-100 pointer-fine:sm:group-hover:opacity-100'}`}
          >
            <RowButton first about={words} onClick={() => dispatch({ type: 'keep', at: place })}>
              {isPossible && decision?.kind !== 'edited' ? 'Leave out' : removed ? 'Keep it' : 'Keep'}
            </RowButton>
            {isEditable(item) && (
              <RowButton about={words} onClick={() => dispatch({ type: 'edit', at: place })}>
                {isPossible && decision?.kind !== 'edited' ? 'Word it' : 'Edit'}
              </RowButton>
            )}
            {part !== 'title' && !removed && !(isPossible && decision?.kind !== 'edited') && (
              <RowButton about={words} onClick={() => dispatch({ type: 'remove', at: place })}>
                Remove
              </RowButton>
            )}
          </div>
        </>
      ) : (
        <ReviewWriter part={part} draft={draft} dispatch={dispatch} />
      )}
    </li>
  )
})

function Mark({ decision, isPossible }: { decision: Decision | null; isPossible: boolean }) {
  if (decision === null) return <span aria-hidden className="mt-1 size-4 rounded-full border border-line-strong" />
  const { icon: Icon, look, says } = (isPossible ? MARKS_OF_POSSIBLE : MARKS)[decision.kind]
  return (
    <span className={`mt-1 ${look}`}>
      <Icon size={16} aria-hidden />
      <span className="sr-only">{says}</span>
    </span>
  )
}

interface RowButtonProps {
  /** It has the focus when its row is come to. */
  first?: boolean
  /** Id of the words that it is about. */
  about: string
  onClick: () => void
  children: string
}

function RowButton({ first, about, onClick, children }: RowButtonProps) {
  return (
    <button
      type="button"
      data-first={first}
      aria-describedby={about}
      onClick={onClick}
      className={`${buttonClass('quiet', 'sm')} h-7! px-2!`}
    >
      {children}
    </button>
  )
}
