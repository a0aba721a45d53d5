import { useId } from 'react'
import type { LinkViews } from '@callfolio/shared/contract/share.ts'
import { formatMoment } from '@callfolio/shared/format.ts'
import { SECTION_NAMES } from './link-terms.ts'

interface VisitListProps {
  /** Newest first. */
  views: LinkViews['views']
  /** Views in all; the server lists no more than the latest. */
  total: number
  asksEmail: boolean
}

/** The visits one by one: when, how far, and by whom where an address was given. */
export function VisitList({ views, total, asksEmail }: VisitListProps) {
  const headingId = useId()
  return (
    <section aria-labelledby={headingId} className="grid gap-2">
      <h3 id={headingId} className="text-13 font-medium">
        {views.length < total ? `The latest ${views.length} visits` : 'Visits'}
      </h3>
      <ul className="grid divide-y divide-line">
        {views.map(({ at, email, sections }, place) => (
          <li key={`${at} ${place}`} className="grid gap-0.5 py-2">
            <p className="flex flex-wrap justify-between gap-x-4 text-15">
              {email !== null && <span className="min-w-0 wrap-anywhere">{email}</span>}
              {email === null && asksEmail && <span className="text-muted">No address given</span>}
              <time dateTime={at} className={`tabular-nums ${email !== null || asksEmail ? 'text-13 text-muted' : ''}`}>
                {formatMoment(at)}
              </time>
            </p>
            {sections.length > 0 && (
              <p className="text-13 text-muted">{sections.map((section) => SECTION_NAMES[section]).join(', ')}</p>
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}
