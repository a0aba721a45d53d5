import type { SharedMicrosite } from '@callfolio/shared/contract/share.ts'
import { formatClock, formatDay } from '@callfolio/shared/format.ts'
import { isLongTitle } from '../lib/long-title.ts'
import { titleOf } from './title.ts'

/** Title, facts and description. */
export function DocumentHead({ microsite }: { microsite: SharedMicrosite }) {
  const title = titleOf(microsite)
  const speakers = new Set(microsite.segments.map(({ speaker }) => speaker).filter((name) => name !== null))
  return (
    <header className="grid grid-cols-1 gap-3 print:mb-8">
      <h1
        dir="auto"
        className={`text-28 font-semibold tracking-tight break-words ${isLongTitle(title) ? '' : 'sm:text-40'}`}
      >
        {title}
      </h1>
      <p className="flex flex-wrap gap-x-3 gap-y-1 text-13 text-muted tabular-nums">
        <time dateTime={microsite.created_at}>{formatDay(microsite.created_at)}</time>
        {microsite.duration_ms !== null && <span>{formatClock(microsite.duration_ms)}</span>}
        {speakers.size > 1 && <span>{speakers.size} speakers</span>}
      </p>
      {microsite.description && (
        <p dir="auto" className="text-17 break-words whitespace-pre-line text-muted">
          {microsite.description}
        </p>
      )}
    </header>
  )
}
