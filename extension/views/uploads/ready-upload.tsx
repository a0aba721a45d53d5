import { useQuery } from '@tanstack/react-query'
import { X } from 'lucide-react'
import { useEffect } from 'react'
import { titleOfEntry, type UploadEntry } from '@callfolio/shared/client/uploads/upload-entry.ts'
import { MICROSITE_PATHS, micrositeSchema } from '@callfolio/shared/contract/microsite.ts'
import { IconButton } from '@callfolio/shared/ui/icon-button.tsx'
import { MicrositeLine } from '../microsites/microsite-line.tsx'
import { useServices } from '../services.tsx'
import { LinkViews } from '../share/link-views.tsx'
import { useUploadActions } from './use-upload-actions.ts'

/** "Your Microsite is Ready!": its title with its link, in a line, and who opened it. */
export function ReadyUpload({ entry }: { entry: UploadEntry }) {
  const { account, uploads } = useServices()
  const { dismiss, busy } = useUploadActions(entry.id)
  const id = entry.micrositeId ?? ''
  const { data: microsite } = useQuery({
    queryKey: ['microsite', id],
    queryFn: ({ signal }) => account.api.request(MICROSITE_PATHS.one(id), micrositeSchema, { signal }),
  })
  useEffect(() => void uploads.markSeen().catch(() => undefined), [uploads])
  return (
    <div className="grid grid-cols-1 gap-1">
      <p role="status" className="sr-only">
        Your Microsite is Ready!
      </p>
      <MicrositeLine
        id={id}
        title={microsite?.title ?? titleOfEntry(entry)}
        isUnreviewed={microsite?.reviewed_at === null}
        url={entry.shareUrl ?? null}
      >
        <IconButton
          label="Dismiss"
          tooltip
          icon={X}
          iconSize={17}
          disabled={busy}
          onClick={dismiss}
          className="-mr-2 shrink-0"
        />
      </MicrositeLine>
      {entry.leftOut !== undefined && <p className="text-13 text-muted">{entry.leftOut}</p>}
      <LinkViews micrositeId={id} />
    </div>
  )
}
