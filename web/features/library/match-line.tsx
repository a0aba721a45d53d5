import { useSearchParams } from '../../ui/navigation.tsx'
import { Link } from '../../ui/link.tsx'
import type { MicrositeCard } from '@callfolio/shared/contract/microsite.ts'
import { formatClock } from '@callfolio/shared/format.ts'
import { cutAt, findWords } from '../../lib/find-text.ts'
import { micrositeAddress, momentAddress } from '../../lib/moment-address.ts'
import { readFilters } from './list-filters.ts'

/** The call's line that matches the search, with its words marked; links to when it was said. */
export function MatchLine({ card: { id, match } }: { card: MicrositeCard }) {
  const [params] = useSearchParams()
  if (!match) return null
  const { text, start_ms: startMs, speaker } = match
  const ranges = findWords(text, readFilters(params).q)
  return (
    <Link
      to={momentAddress(micrositeAddress(location.origin, id), startMs)}
      className="grid grid-cols-1 gap-0.5 rounded-sm border-l-2 border-line py-0.5 pl-3 text-13 hover:border-accent"
    >
      <span className="flex min-w-0 gap-1.5 text-muted">
        <span className="font-medium text-accent-text tabular-nums">
          <span className="sr-only">Found at </span>
          {formatClock(startMs)}
        </span>
        {speaker !== undefined && (
          <span dir="auto" className="truncate">
            {speaker}
          </span>
        )}
      </span>
      <span dir="auto" className="line-clamp-3 break-words">
        {cutAt(text, ranges).map((piece, index) =>
          piece.range === -1 ? (
            piece.text
          ) : (
            <mark key={index} className="rounded-[2px] bg-mark text-ink">
              {piece.text}
            </mark>
          ),
        )}
      </span>
    </Link>
  )
}
