import type { ReactNode } from 'react'
import { ProgressBar } from '@callfolio/shared/ui/progress-bar.tsx'
import { CopyLink } from '../share/copy-link.tsx'
import { LinkViews } from '../share/link-views.tsx'

interface CallCardProps {
  /** The id of its page, which may not exist yet. */
  micrositeId: string
  title: string
  /** The current step, in one line. */
  status: string
  /** 0–100. */
  percent: number
  /** `none`: the person doesn't want it made with the page. */
  link: { url: string | null; isCopied: boolean } | 'none'
  /** The link can't be made now; its reason is the status. */
  isWaiting: boolean
  /** Replaces the title. */
  heading?: ReactNode
}

/** A call from Stop until its page is ready: its title, its progress and its link. */
export function CallCard({ micrositeId, title, status, percent, link, isWaiting, heading }: CallCardProps) {
  const known = link === 'none' ? { url: null, isCopied: false } : link
  // Requested before the first byte is sent: after that, a click asks again and says why there is none.
  const isComing = link !== 'none' && link.url === null && (isWaiting || percent === 0)
  return (
    <div className="grid grid-cols-1 gap-2">
      {heading || (
        <p dir="auto" className="truncate text-15 font-medium">
          {title}
        </p>
      )}
      <ProgressBar thin percent={percent} label={`Progress of ${title}`} />
      <p className="flex justify-between gap-3 text-13 text-muted tabular-nums">
        <span className="min-w-0">{status}</span>
        <span>{Math.floor(percent)}%</span>
      </p>
      {isComing ? (
        <p className="text-13 text-muted">
          {isWaiting ? 'The link is created when the upload resumes.' : 'Creating the link...'}
        </p>
      ) : (
        <div className="flex flex-wrap items-center gap-2">
          <CopyLink micrositeId={micrositeId} title={title} {...known} />
        </div>
      )}
      {known.url !== null && <LinkViews micrositeId={micrositeId} />}
    </div>
  )
}
