import { Trash2 } from 'lucide-react'
import { useState } from 'react'
import type { ShareableLink } from '@callfolio/shared/contract/share.ts'
import { countOf, formatDay } from '../../lib/format.ts'
import { useCopy } from '../../lib/use-copy.ts'
import { buttonClass } from '../../ui/button.ts'
import { CopyField } from '../../ui/copy-field.tsx'
import { CountdownBadge } from './countdown-badge.tsx'
import { DeleteLinkDialog } from './delete-link-dialog.tsx'

const COPIED_MS = 1500

/** One shareable link: what it shows, how long, to how many, and the ways to pass it on or end it. */
export function SharedSite({ link }: { link: ShareableLink }) {
  const { state, copy } = useCopy(COPIED_MS)
  const [deleting, setDeleting] = useState(false)
  const title = link.microsite.title.trim() || 'Untitled Microsite'
  return (
    <li className="grid grid-cols-[minmax(0,1fr)] gap-3 py-5 first:pt-0">
      <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2">
        <div className="grid min-w-0 flex-1 basis-64 grid-cols-1 gap-0.5">
          <h3 className="text-15 font-semibold break-words">{title}</h3>
          <p className="flex flex-wrap gap-x-3 text-13 text-muted">
            {link.label !== null && <span className="max-w-full wrap-anywhere text-ink">For {link.label}</span>}
            <span>Created {formatDay(link.created_at)}</span>
            <span>{countOf(link.view_count, 'view')}</span>
          </p>
        </div>
        <CountdownBadge expiresAt={link.expires_at} />
      </div>
      <div className="flex flex-wrap items-start gap-2 sm:flex-nowrap">
        <div className="min-w-0 flex-1 basis-72">
          <CopyField label={`Link to ${title}`} value={link.share_url} state={state} onCopy={() => void copy(link.share_url)} />
        </div>
        <button type="button" onClick={() => setDeleting(true)} className={buttonClass('quiet')}>
          <Trash2 size={16} aria-hidden />
          Delete
          <span className="sr-only"> link to {title}</span>
        </button>
      </div>
      <DeleteLinkDialog linkId={link.id} open={deleting} onOpenChange={setDeleting} />
    </li>
  )
}
