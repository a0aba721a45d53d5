import { Clock, ListChecks, Lock, Mail, Video, type LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import type { ShareableLink } from '@callfolio/shared/contract/share.ts'
import { getCount, formatAgo, formatDay } from '@callfolio/shared/format.ts'
import { CopyField, useCopy } from '@callfolio/shared/ui/copy-field.tsx'
import { countdown } from '@callfolio/shared/page/time-left.ts'
import { sectionsInShort, showsEverySection, getTerms, getTitle, type LinkTerms } from './link-terms.ts'
import { SharedSiteActions } from './shared-site-actions.tsx'
import { useNow } from '../../lib/hooks.ts'

const COPIED_MS = 1500

/** One shareable link: its sections, expiry and views, with the actions to pass it on, change or revoke it. */
export function SharedSite({ link }: { link: ShareableLink }) {
  const { state, copy } = useCopy(COPIED_MS)
  const title = getTitle(link)
  const stopped = link.revoked_at !== null
  return (
    <li className="grid grid-cols-[minmax(0,1fr)] gap-3 py-5 first:pt-0">
      <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2">
        <div className="grid min-w-0 flex-1 basis-64 grid-cols-1 gap-1">
          <h3 className="line-clamp-2 text-15 font-semibold break-words">{title}</h3>
          <LinkFacts link={link} />
          <LinkMarks terms={getTerms(link)} />
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
            Stopped on {formatDay(link.revoked_at)}. The link doesn’t work until you share it again.
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

/** The link's remaining time, updated every second. */
function CountdownBadge({ expiresAt }: { expiresAt: string }) {
  const text = countdown(expiresAt, useNow(1000))
  const look = text === 'Expired' ? 'border-danger/25 bg-danger-soft text-danger' : 'border-line bg-surface text-ink'
  return (
    <span
      role="timer"
      aria-label="Time left"
      className={`rounded-full border px-2.5 py-0.5 text-13 font-medium whitespace-nowrap tabular-nums ${look}`}
    >
      {text}
    </span>
  )
}

const MINUTE_MS = 60_000

/** The link's recipient, its creation date, and how often and when it was last viewed. */
function LinkFacts({ link }: { link: ShareableLink }) {
  const now = useNow(MINUTE_MS)
  return (
    <p className="flex flex-wrap gap-x-3 text-13 text-muted">
      {link.label !== null && <span className="max-w-full wrap-anywhere text-ink">For {link.label}</span>}
      <span>Created {formatDay(link.created_at)}</span>
      <span>{getCount(link.view_count, 'view')}</span>
      {link.last_opened_at !== null && <span>Last opened {formatAgo(link.last_opened_at, now)}</span>}
    </p>
  )
}

/** How a link differs from a plain one: its requirements and its sections. Nothing for a plain link. */
function LinkMarks({ terms }: { terms: LinkTerms }) {
  const everything = showsEverySection(terms)
  if (!terms.hasPassword && !terms.asksEmail && everything && !terms.withVideo && !terms.whenReady) return null
  return (
    <p className="flex flex-wrap gap-x-4 gap-y-1 text-13 text-muted">
      {terms.hasPassword && <Mark icon={Lock}>Password</Mark>}
      {terms.asksEmail && <Mark icon={Mail}>Asks for an email address</Mark>}
      {!everything && <Mark icon={ListChecks}>{sectionsInShort(terms.sections)}</Mark>}
      {terms.withVideo && <Mark icon={Video}>With video</Mark>}
      {terms.whenReady && <Mark icon={Clock}>Only when ready</Mark>}
    </p>
  )
}

function Mark({ icon: Icon, children }: { icon: LucideIcon; children: ReactNode }) {
  return (
    <span className="inline-flex items-center gap-1.5">
      <Icon size={14} aria-hidden className="shrink-0" />
      {children}
    </span>
  )
}
