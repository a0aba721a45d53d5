import type { Dispatch } from 'react'
import type { ReviewItem } from './review-items.ts'
import { ReviewRow } from './review-row.tsx'
import type { ReviewAction, ReviewState } from './review-state.ts'

const PARTS = [
  ['title', 'Title'],
  ['summary', 'Summary'],
  ['steps', 'Next steps'],
  ['possible', 'Not on the page yet: possible next steps'],
] as const

const NOTHING: Record<ReviewItem['part'], string> = {
  title: '',
  summary: 'The page has no summary.',
  steps: 'The page has no next steps.',
  possible: '',
}

interface ReviewListProps {
  state: ReviewState
  dispatch: Dispatch<ReviewAction>
}

/** The items under what they are. */
export function ReviewList({ state, dispatch }: ReviewListProps) {
  return (
    <div className="grid grid-cols-1 content-start gap-5">
      {PARTS.map(([part, heading]) => {
        const rows = state.items.map((item, place) => ({ item, place })).filter(({ item }) => item.part === part)
        if (rows.length === 0 && NOTHING[part] === '') return null
        return (
          <section key={part} aria-label={heading} className="grid grid-cols-1 gap-1">
            <h3 className="text-13 font-medium text-muted">{heading}</h3>
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
