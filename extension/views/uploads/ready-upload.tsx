import { useQuery } from '@tanstack/react-query'
import { CircleCheck, X } from 'lucide-react'
import { useEffect } from 'react'
import type { UploadEntry } from '@callfolio/shared/client/uploads/upload-entry.ts'
import { MICROSITE_PATHS, micrositeSchema } from '@callfolio/shared/contract/microsite.ts'
import { sharedOutlineOf } from '@callfolio/shared/page/microsite-outline.ts'
import { buttonClass } from '@callfolio/shared/ui/button.ts'
import { SkeletonLines } from '@callfolio/shared/ui/skeleton.tsx'
import { useServices } from '../services.tsx'
import { ReviewLink } from '../share/look-link.tsx'
import { ShareChoices } from '../share/share-choices.tsx'
import { WebLink } from '../web-link.tsx'
import { EditableTitle } from './card-title.tsx'
import { useUploadActions } from './use-upload-actions.ts'

/** "Your Microsite is Ready!": its title, the start of its summary, sharing and opening it. */
export function ReadyUpload({ entry }: { entry: UploadEntry }) {
  const { account, uploads } = useServices()
  const { dismiss, busy } = useUploadActions(entry.id)
  const id = entry.micrositeId ?? ''
  const { data: microsite, isPending } = useQuery({
    queryKey: ['microsite', id],
    queryFn: ({ signal }) => account.api.request(MICROSITE_PATHS.one(id), micrositeSchema, { signal }),
  })
  useEffect(() => void uploads.markSeen().catch(() => undefined), [uploads])
  const summary = microsite === undefined ? '' : sharedOutlineOf(microsite).summary.text
  return (
    <div className="grid grid-cols-1 gap-4">
      <div className="flex items-center justify-between gap-3">
        <p role="status" className="flex items-center gap-2 text-15 font-semibold text-success">
          <CircleCheck size={18} aria-hidden className="shrink-0" />
          Your Microsite is Ready!
        </p>
        <button
          type="button"
          aria-label="Dismiss"
          title="Dismiss"
          disabled={busy}
          onClick={dismiss}
          className="-my-1.5 -mr-2 grid size-8 shrink-0 place-items-center rounded text-muted hover:bg-surface hover:text-ink"
        >
          <X size={17} aria-hidden />
        </button>
      </div>
      <div className="grid grid-cols-1 gap-1.5">
        <EditableTitle
          entry={entry}
          title={microsite?.title ?? entry.title}
          className="line-clamp-3 text-21 font-semibold tracking-tight"
        />
        {isPending ? (
          <SkeletonLines />
        ) : (
          summary !== '' && (
            <p dir="auto" className="line-clamp-4 text-15 break-words text-muted">
              {summary}
            </p>
          )
        )}
      </div>
      {microsite?.reviewed_at === null && (
        <p className="text-13 text-muted">
          Not reviewed yet. <ReviewLink micrositeId={id} />
        </p>
      )}
      <ShareChoices micrositeId={id} />
      <WebLink
        to={`/microsite/${encodeURIComponent(id)}`}
        className={`justify-self-start ${buttonClass('secondary', 'sm')}`}
      >
        Open microsite
      </WebLink>
    </div>
  )
}
