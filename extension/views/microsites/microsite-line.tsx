import type { ReactNode } from 'react'
import { CopyLink } from '../share/copy-link.tsx'
import { ReviewLink } from '../share/look-link.tsx'
import { WebLink } from '../web-link.tsx'

interface MicrositeLineProps {
  id: string
  title: string
  /** Its owner has not reviewed it. */
  isUnreviewed: boolean
  /** Its link, if it is known. */
  url?: string | null
  /** More actions. */
  children?: ReactNode
}

/** A ready microsite in one line: its title opens it. */
export function MicrositeLine({ id, title, isUnreviewed, url = null, children }: MicrositeLineProps) {
  return (
    <div className="flex flex-wrap items-center gap-x-2 gap-y-1">
      <WebLink
        to={`/microsite/${encodeURIComponent(id)}`}
        className="min-w-16 flex-1 truncate rounded-sm text-15 font-medium hover:text-accent-text"
      >
        {title}
      </WebLink>
      {isUnreviewed && <ReviewLink micrositeId={id} title={title} />}
      <CopyLink micrositeId={id} title={title} url={url} />
      {children}
    </div>
  )
}
