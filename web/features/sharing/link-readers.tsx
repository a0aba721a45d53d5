import { LINK_SECTIONS, type LinkViews, type ShareableLink } from '@callfolio/shared/contract/share.ts'
import { countOf, formatAgo } from '@callfolio/shared/format.ts'
import { useNow } from '../../lib/hooks.ts'
import { SectionReach } from './section-reach.tsx'
import { VisitList } from './visit-list.tsx'

const MINUTE_MS = 60_000

/** Views, last opened, how far and who; without views what counts as one. */
export function LinkReaders({ link, found }: { link: ShareableLink; found: LinkViews }) {
  const now = useNow(MINUTE_MS)
  // The list of links may be a moment older than the views.
  const total = Math.max(link.view_count, found.views.length, ...Object.values(found.reached))
  if (total === 0) return <NobodyYet />
  const lastOpened = found.views[0]?.at ?? link.last_opened_at
  return (
    <div className="grid min-w-0 gap-6">
      <p className="text-15">
        <span className="font-semibold">{countOf(total, 'view')}</span>
        {lastOpened !== null && <span className="text-muted"> · opened {formatAgo(lastOpened, now)}</span>}
      </p>
      <SectionReach sections={link.sections ?? LINK_SECTIONS} reached={found.reached} total={total} />
      {found.views.length > 0 && <VisitList views={found.views} total={total} asksEmail={link.asks_email} />}
    </div>
  )
}

function NobodyYet() {
  return (
    <div className="grid gap-1.5">
      <p className="text-17 font-semibold">Nobody has read it yet</p>
      <p className="text-15 text-muted">
        A view counts once a person has spent a moment on the page. Link previews, mail scanners, reloads and your own
        visits don’t.
      </p>
    </div>
  )
}
