import type { ShareableLink } from '@callfolio/shared/contract/share.ts'
import { formatDay } from '@callfolio/shared/format.ts'
import { useCopy } from '@callfolio/shared/ui/use-copy.ts'
import { CopyField } from '@callfolio/shared/ui/copy-field.tsx'
import { CountdownBadge } from './countdown-badge.tsx'
import { LinkFacts } from './link-facts.tsx'
import { LinkMarks } from './link-marks.tsx'
import { termsOf, titleOf } from './link-terms.ts'
import { SharedSiteActions } from './shared-site-actions.tsx'

const COPIED_MS = 1500

/** One shareable link: what it shows, how long, to how many, and the ways to pass it on, change or end it. */
export function SharedSite({ link }: { link: ShareableLink }) {
  const { state, copy } = useCopy(COPIED_MS)
  const title = titleOf(link)
  const stopped = link.revoked_at !== null
  return (
    <li className="grid grid-cols-[minmax(0,1fr)] gap-3 py-5 first:pt-0">
      <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2">
        <div className="grid min-w-0 flex-1 basis-64 grid-cols-1 gap-1">
          <h3 className="text-15 font-semibold break-words">{title}</h3>
          <LinkFacts link={link} />
          <LinkMarks terms={termsOf(link)} />
        </div>
        {stopped ? <StoppedBadge /> : <CountdownBadge expiresAt={link.expires_at} />}
      </div>
      <div className="grid grid-cols-1 gap-1.5">
        <CopyField
          label={`Link to ${title}`}
          value={link.share_url}
          dimmed={stopped}
          state={state}
          onCopy={() => void copy(link.share_url)}
        />
        {link.revoked_at !== null && (
          <p className="text-13 text-muted">
            Stopped on {formatDay(link.revoked_at)}. Nobody can open this link until you share it again.
          </p>
        )}
      </div>
      <SharedSiteActions link={link} />
    </li>
  )
}

function StoppedBadge() {
  return (
    <span className="rounded-full border border-danger/25 bg-danger-soft px-2.5 py-0.5 text-13 font-medium whitespace-nowrap text-danger">
      Stopped
    </span>
  )
}
