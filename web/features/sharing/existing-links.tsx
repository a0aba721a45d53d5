import { Link } from 'react-router'
import { countOf } from '@callfolio/shared/format.ts'
import { TEXT_LINK } from '@callfolio/shared/ui/button.ts'
import { useNow } from '../../lib/hooks.ts'
import { worksNow } from './link-terms.ts'
import { useLinks } from './use-links.ts'

const MINUTE_MS = 60_000

/** How many links lead to a microsite already, and where they are. `onLeave`: the reader goes there. */
export function ExistingLinks({ micrositeId, onLeave }: { micrositeId: string; onLeave: () => void }) {
  const { data: links = [] } = useLinks(micrositeId)
  const now = useNow(MINUTE_MS)
  const working = links.filter((link) => worksNow(link, now)).length
  if (working === 0) return null
  return (
    <p className="text-13 text-muted">
      {countOf(working, 'link')} to this microsite {working === 1 ? 'works' : 'work'} already.{' '}
      <Link to="/dashboard?tab=shared" onClick={onLeave} className={`${TEXT_LINK} rounded-sm`}>
        Manage shared links
      </Link>
    </p>
  )
}
