import { useId, type ReactNode } from 'react'
import { SkeletonLines } from '../../ui/skeleton.tsx'

interface SectionProps {
  title: string
  /** Whether there is something to read. */
  filled: boolean
  /** Still being made: an empty section shows bars instead of a sentence. */
  unfinished: boolean
  /** What an empty, finished section says. */
  empty: ReactNode
  /** The owner's words stand here instead of the analysis'. */
  edited?: boolean
  actions?: ReactNode
  /** Stands in place of the content while the owner edits it. */
  editor?: ReactNode
  children: ReactNode
}

/** One part of the document under its heading. */
export function Section({ title, filled, unfinished, empty, edited = false, actions, editor, children }: SectionProps) {
  const id = useId()
  return (
    <section aria-labelledby={id} className="grid grid-cols-1 gap-4">
      <div className="flex min-h-8 flex-wrap items-center justify-between gap-x-3 gap-y-2">
        <div className="flex items-baseline gap-2.5">
          <h2 id={id} className="text-21 font-semibold tracking-tight">
            {title}
          </h2>
          {edited && <span className="text-13 text-muted">Edited</span>}
        </div>
        <div className="-mr-3 flex items-center gap-2">{actions}</div>
      </div>
      {editor ?? (filled ? children : unfinished ? <SkeletonLines /> : <div className="text-15 text-muted">{empty}</div>)}
    </section>
  )
}
