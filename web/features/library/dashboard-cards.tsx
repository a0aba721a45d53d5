import { CloudUpload } from 'lucide-react'
import { Link } from '../../ui/link.tsx'
import { isUsedUp, limitReachedMessage } from '@callfolio/shared/plans.ts'
import { ProgressBar } from '@callfolio/shared/ui/progress-bar.tsx'
import { formatDate } from '@callfolio/shared/format.ts'
import { buttonClass } from '@callfolio/shared/ui/button.tsx'
import { useSubscription } from '../plan/subscription-provider.tsx'
import { UpgradeButton } from '../pricing/pricing-dialog.tsx'

/** This month's microsites and the plan's limit. */
export function UsageCard() {
  const { usage } = useSubscription()
  const limited = usage !== undefined && usage.limit >= 0
  const full = usage !== undefined && isUsedUp(usage)
  return (
    <section aria-labelledby="usage-card" className="grid content-between gap-4 rounded border border-line p-5 sm:p-6">
      <div className="grid gap-1">
        <div className="flex items-start justify-between gap-4">
          <h2 id="usage-card" className="text-17 font-semibold">
            Monthly Usage
          </h2>
          {full && (
            <div className="-my-0.5">
              <UpgradeButton size="sm" />
            </div>
          )}
        </div>
        <p className="flex items-baseline gap-2 text-15 text-muted">
          <span className={`text-28 tabular-nums ${usage ? 'font-semibold tracking-tight text-ink' : ''}`}>
            {usage ? `${usage.used}/${limited ? usage.limit : '∞'}` : '–'}
          </span>
          microsites this month
        </p>
      </div>
      <div className="grid gap-2.5">
        <ProgressBar percent={limited ? getPercent(usage.used, usage.limit) : 0} label="Microsites used this month" />
        <p className="min-h-5 text-13 text-muted">
          {full && `${limitReachedMessage(usage.used, usage.limit)} `}
          {usage && `Renews on ${formatDate(usage.renews_on)}`}
        </p>
      </div>
    </section>
  )
}

function getPercent(used: number, limit: number): number {
  return limit === 0 ? 100 : Math.min(100, (100 * used) / limit)
}

/** The link to /upload. */
export function UploadCard() {
  return (
    <section aria-labelledby="upload-card" className="grid content-between gap-5 rounded border border-line p-5 sm:p-6">
      <div className="grid gap-1">
        <h2 id="upload-card" className="text-17 font-semibold">
          Upload New Meeting
        </h2>
        <p className="text-15 text-muted">
          Turn a recorded call into a microsite where every point links to when it was said.
        </p>
      </div>
      <Link to="/upload" className={`${buttonClass()} justify-self-start`}>
        <CloudUpload size={17} aria-hidden />
        Upload meeting
      </Link>
    </section>
  )
}
