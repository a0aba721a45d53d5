import { LoadError } from '@callfolio/shared/ui/load-error.tsx'
import { SkeletonRows } from '@callfolio/shared/ui/skeleton.tsx'
import { useServerHealth } from '../account/use-server-health.ts'
import { WebLink } from '../web-link.tsx'
import { RecentMicrosite } from './recent-microsite.tsx'
import { useRecent } from './use-recent.ts'

interface RecentMicrositesProps {
  count: number
  /** Microsites that are shown elsewhere. */
  besides: ReadonlySet<string>
}

/** The newest microsites, in their current state; nothing while the server is away, which the gate says. */
export function RecentMicrosites({ count, besides }: RecentMicrositesProps) {
  const { data: all, isPending, refetch } = useRecent(count)
  const { answers } = useServerHealth()
  // Microsites in progress are shown above, as a recording or an upload.
  const shown = all?.filter(({ id, awaiting }) => !awaiting && !besides.has(id))
  if (shown === undefined && answers === false) return null
  if (isPending) return <SkeletonRows label="Loading microsites..." />
  if (shown === undefined) return <LoadError onRetry={() => void refetch()}>Failed to load microsites.</LoadError>
  return (
    <section aria-labelledby="recent" className="grid grid-cols-1">
      <h2 id="recent" className={shown.length === 0 ? 'sr-only' : 'text-13 font-medium text-muted'}>
        Recent microsites
      </h2>
      {shown.length === 0 ? (
        <p className="py-1.5 text-13 text-muted">
          Your microsites appear here. No recording yet? <WebLink to="/dashboard">Try the sample call</WebLink>
        </p>
      ) : (
        <ul className="grid grid-cols-1 divide-y divide-line">
          {shown.map((card) => (
            <RecentMicrosite key={card.id} card={card} />
          ))}
        </ul>
      )}
    </section>
  )
}
