import type { Dispatch } from 'react'
import { isConfirmed } from '@callfolio/shared/microsite-outline.ts'
import { buttonClass } from '@callfolio/shared/ui/button.ts'
import { ReviewRow } from './review-row.tsx'
import { countUnseen, type ReviewAction, type ReviewState } from './review-state.ts'

const PARTS = [
  ['title', 'Title'],
  ['summary', 'Summary'],
  ['steps', 'Next steps'],
  ['picked', 'Picked from the call: not shared unless you keep it'],
  ['possible', 'Not on the page yet: possible next steps'],
] as const

const NOTHING: Record<(typeof PARTS)[number][0], string> = {
  title: '',
  summary: 'The page has no summary.',
  steps: 'The page has no next steps.',
  picked: '',
  possible: '',
}

interface ReviewListProps {
  state: ReviewState
  dispatch: Dispatch<ReviewAction>
}

/** The items under what they are. */
export function ReviewList({ state, dispatch }: ReviewListProps) {
  const unseen = countUnseen(state)
  return (
    <div className="grid grid-cols-1 content-start gap-5">
      {PARTS.map(([part, heading]) => {
        const rows = state.items
          .map((item, place) => ({ item, place }))
          .filter(({ item }) => (isConfirmed(item) ? item.part : 'picked') === part)
        if (rows.length === 0 && NOTHING[part] === '') return null
        return (
          <section key={part} aria-label={heading} className="grid grid-cols-1 gap-1">
            <div className="flex flex-wrap items-center justify-between gap-x-3">
              <h3 className="text-13 font-medium text-muted">{heading}</h3>
              {part === 'picked' && unseen > 1 && (
                <button
                  type="button"
                  onClick={() => dispatch({ type: 'keepPicked' })}
                  className={`-my-1 -mr-3 ${buttonClass('quiet', 'sm')}`}
                >
                  Keep all {unseen}
                </button>
              )}
            </div>
            {rows.length === 0 ? (
              <p className="py-1 text-15 text-muted">{NOTHING[part]}</p>
            ) : (
              <ul className="-mx-3 grid grid-cols-1">
                {rows.map(({ item, place }) => (
                  <ReviewRow
                    key={item.key}
                    item={item}
                    place={place}
                    decision={state.decisions.get(item.key) ?? null}
                    draft={state.current === place ? state.draft : null}
                    current={state.current === place}
                    dispatch={dispatch}
                  />
                ))}
              </ul>
            )}
          </section>
        )
      })}
    </div>
  )
}
