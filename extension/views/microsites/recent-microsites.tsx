import { useState } from 'react'
import { type ShareExpiryDays, SHARE_EXPIRY_OPTIONS } from '@callfolio/shared/page/share-expiry.ts'
import { LoadError } from '@callfolio/shared/ui/load-error.tsx'
import { SkeletonRows } from '@callfolio/shared/ui/skeleton.tsx'
import { WebLink } from '../web-link.tsx'
import { RecentMicrosite } from './recent-microsite.tsx'
import { useRecent } from './use-recent.ts'

/** The newest microsites, in their current state. */
export function RecentMicrosites({ count }: { count: number }) {
  const { data: all, isPending, refetch } = useRecent(count)
  const [days, setDays] = useState<ShareExpiryDays>(7)
  // Microsites in progress are shown above, as a recording or an upload.
  const shown = all?.filter(({ awaiting }) => !awaiting)
  if (isPending) return <SkeletonRows label="Loading microsites..." />
  if (shown === undefined) return <LoadError onRetry={() => void refetch()}>Failed to load microsites.</LoadError>
  return (
    <section aria-labelledby="recent" className="grid grid-cols-1 gap-1">
      <div className="flex min-h-7 items-center justify-between gap-3">
        <h2 id="recent" className="text-13 font-medium text-muted">
          Recent microsites
        </h2>
        {shown.some(({ status }) => status !== 'failed') && <ExpirySelect days={days} onChange={setDays} />}
      </div>
      {shown.length === 0 ? (
        <p className="py-2 text-15 text-muted">
          Your microsites appear here. No recording yet? <WebLink to="/dashboard">Try the sample call</WebLink>
        </p>
      ) : (
        <ul className="grid grid-cols-1 divide-y divide-line">
          {shown.map((card) => (
            <RecentMicrosite key={card.id} card={card} days={days} />
          ))}
        </ul>
      )}
    </section>
  )
}

interface ExpirySelectProps {
  days: ShareExpiryDays
  onChange: (days: ShareExpiryDays) => void
}

/** Lifetime of copied links. */
function ExpirySelect({ days, onChange }: ExpirySelectProps) {
  return (
    <label className="flex items-center gap-1.5 text-13 text-muted">
      Links last
      <select
        value={days}
        onChange={({ target }) =>
          onChange(SHARE_EXPIRY_OPTIONS.find((option) => String(option.days) === target.value)?.days ?? days)
        }
        className="h-7 rounded-sm border border-line-strong bg-paper pr-7 pl-2 text-13 text-ink"
      >
        {SHARE_EXPIRY_OPTIONS.map((option) => (
          <option key={option.days} value={option.days}>
            {option.label}
          </option>
        ))}
      </select>
    </label>
  )
}
