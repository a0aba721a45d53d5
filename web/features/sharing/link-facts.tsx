import type { ShareableLink } from '@callfolio/shared/contract/share.ts'
import { countOf, formatAgo, formatDay } from '@callfolio/shared/format.ts'
import { useNow } from '../../lib/hooks.ts'

const MINUTE_MS = 60_000

/** Whom a link is for, since when, and how often and how recently it was read. */
export function LinkFacts({ link }: { link: ShareableLink }) {
  const now = useNow(MINUTE_MS)
  return (
    <p className="flex flex-wrap gap-x-3 text-13 text-muted">
      {link.label !== null && <span className="max-w-full wrap-anywhere text-ink">For {link.label}</span>}
      <span>Created {formatDay(link.created_at)}</span>
      <span>{countOf(link.view_count, 'view')}</span>
      {link.last_opened_at !== null && <span>Opened {formatAgo(link.last_opened_at, now)}</span>}
    </p>
  )
}
