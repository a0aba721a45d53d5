import { Link2 } from 'lucide-react'
import { useQuery } from '@tanstack/react-query'
import { CREATE_LINK_FAILED, readLinks, workingLink } from '@callfolio/shared/client/create-link.ts'
import type { ShareableLink } from '@callfolio/shared/contract/share.ts'
import { buttonClass } from '@callfolio/shared/ui/button.ts'
import { CopyField, useCopy, type CopyState } from '@callfolio/shared/ui/copy-field.tsx'
import { UnreachableNote } from '@callfolio/shared/ui/unreachable-note.tsx'
import { useServices } from '../services.tsx'
import { useShare } from './use-share.ts'

/** Polling interval at first: a link created with its page appears shortly after it. ms */
const POLL_MS = 2000
const SOON_POLLS = 10
/** Polling interval later: for a link created elsewhere, or once the server is back. ms */
const LATER_POLL_MS = 30_000
const COPIED_MS = 2000
/** Lifetime of a link created with one click. */
const DAYS = 7

/** The page's newest active link; null: none, undefined: unknown. */
export function usePageLink(micrositeId: string | null) {
  const { account } = useServices()
  const { data } = useQuery<ShareableLink | null>({
    queryKey: ['page-link', account.server, micrositeId],
    enabled: micrositeId !== null,
    refetchInterval: ({ state: { data: found, dataUpdateCount, errorUpdateCount } }) =>
      found ? false : dataUpdateCount + errorUpdateCount < SOON_POLLS ? POLL_MS : LATER_POLL_MS,
    queryFn: async ({ signal }) => workingLink(await readLinks(account.api, micrositeId ?? '', signal), new Date()),
  })
  return data
}

/** The link to a page in preparation, or a button that creates it: the page fills in while others have it open. */
export function PageLink({ micrositeId, copied }: { micrositeId: string; copied?: CopyState }) {
  const known = usePageLink(micrositeId)
  const { link: made, pendingDays, failed, copyState, share, copyAgain } = useShare(micrositeId)
  const { state, copy } = useCopy(COPIED_MS)
  const link = made ?? known
  if (link)
    return (
      <div className="grid grid-cols-1 gap-1.5">
        <CopyField
          label="Shareable link"
          value={link.share_url}
          state={copied ?? (made ? copyState : state)}
          onCopy={() => (made ? copyAgain(link.share_url) : void copy(link.share_url))}
        />
        <p className="text-13 text-muted">The link works now. The page fills in as it’s ready.</p>
        {!link.reachable && <UnreachableNote />}
      </div>
    )
  return (
    <div className="grid grid-cols-1 justify-items-start gap-1.5">
      <button
        type="button"
        disabled={known === undefined || pendingDays !== null}
        onClick={() => share(DAYS)}
        className={buttonClass('secondary', 'sm')}
      >
        <Link2 size={14} aria-hidden />
        {pendingDays === null ? 'Copy link' : 'Creating...'}
      </button>
      {failed && (
        <p role="alert" className="text-13 text-danger">
          {CREATE_LINK_FAILED}
        </p>
      )}
    </div>
  )
}
