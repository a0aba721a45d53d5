import { useId, type ReactNode } from 'react'
import type { MicrositeStatus } from '@callfolio/shared/contract/microsite.ts'
import { SkeletonLines } from '@callfolio/shared/ui/skeleton.tsx'
import { getCount } from '@callfolio/shared/format.ts'
import { isUnfinished } from '@callfolio/shared/progress/microsite-status.ts'

interface SectionProps {
  title: string
  /** Whether there is content to read. */
  filled: boolean
  /**
   * Status of the microsite: while it is being made an empty section shows placeholder bars; after a failure it is
   * hidden.
   */
  status: MicrositeStatus
  /** Text of an empty section of a finished microsite. */
  empty: ReactNode
  /** Shows the owner's words instead of the analysis'. */
  edited?: boolean
  actions?: ReactNode
  /** Replaces the content while the owner edits it. */
  editor?: ReactNode
  children: ReactNode
}

/** One section of the document under its heading. */
export function Section({ title, filled, status, empty, edited = false, actions, editor, children }: SectionProps) {
  const id = useId()
  if (status === 'failed' && !filled) return null
  return (
    <section aria-labelledby={id} className="grid grid-cols-1 gap-4">
      <div className="flex min-h-8 flex-wrap items-center justify-between gap-x-3 gap-y-2">
        <div className="flex items-baseline gap-2.5">
          <h2 id={id} tabIndex={-1} className="text-21 font-semibold tracking-tight">
            {title}
          </h2>
          {edited && <span className="text-13 text-muted">Edited</span>}
        </div>
        <div className="-mr-3 flex items-center gap-2">{actions}</div>
      </div>
      {editor ??
        (filled ? (
          children
        ) : isUnfinished({ status }) ? (
          <SkeletonLines />
        ) : (
          <div className="text-15 text-muted">{empty}</div>
        ))}
    </section>
  )
}

/** Text of a list that shows nothing. @param items all of them, including those awaiting review. */
export function emptyText(noun: string, items: readonly unknown[]): string {
  return items.length === 0
    ? `No ${noun}s were found in this call.`
    : `${getCount(items.length, noun)} ${items.length === 1 ? 'needs' : 'need'} your review.`
}
