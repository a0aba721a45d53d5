import type { Dispatch } from 'react'
import type { LookItem } from './look-items.ts'
import { LookRow } from './look-row.tsx'
import type { LookAction, LookState } from './look-state.ts'

const PARTS = [
  ['title', 'Title'],
  ['summary', 'Summary'],
  ['steps', 'Next steps'],
] as const

const NOTHING: Record<LookItem['part'], string> = {
  title: '',
  summary: 'The page has no summary.',
  steps: 'The page has no next steps.',
}

interface LookListProps {
  state: LookState
  dispatch: Dispatch<LookAction>
}

/** The items under what they are. */
export function LookList({ state, dispatch }: LookListProps) {
  return (
    <div className="grid grid-cols-1 content-start gap-5">
      {PARTS.map(([part, heading]) => {
        const rows = state.items.map((item, place) => ({ item, place })).filter(({ item }) => item.part === part)
        return (
          <section key={part} aria-label={heading} className="grid grid-cols-1 gap-1">
            <h3 className="text-13 font-medium text-muted">{heading}</h3>
            {rows.length === 0 ? (
              <p className="py-1 text-15 text-muted">{NOTHING[part]}</p>
            ) : (
              <ul className="-mx-3 grid grid-cols-1">
                {rows.map(({ item, place }) => (
                  <LookRow
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
