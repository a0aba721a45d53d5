import { useMutation } from '@tanstack/react-query'
import { ArrowLeft, BadgeCheck, Ellipsis, Eye, Share2, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { useNavigate, useSearchParams } from '../../../ui/navigation.tsx'
import { Link } from '../../../ui/link.tsx'
import type { Microsite } from '@callfolio/shared/contract/microsite.ts'
import { Button } from '@callfolio/shared/ui/button.tsx'
import { previewSchema } from '@callfolio/shared/contract/shared-page.ts'
import { SHARED_PAGE_PATHS } from '@callfolio/shared/page/shared-page.ts'
import { IconButton } from '@callfolio/shared/ui/icon-button.tsx'
import { Menu, MenuItem } from '../../../ui/menu.tsx'
import { MicrositeExport } from '../../exports/microsite-export.tsx'
import { DeleteMicrositeDialog } from '../../library/delete-microsite-dialog.tsx'
import { ShareDialog } from '../../sharing/share-dialog.tsx'
import { useServices } from '../../../lib/services.tsx'
import { useToast } from '../../../ui/toaster.tsx'
import { ConsentDialog } from './consent-dialog.tsx'

/** The bar above a microsite: the back link and the actions for the whole page. */
export function MicrositeBar({ microsite }: { microsite?: Microsite | undefined }) {
  return (
    <nav aria-label="Microsite" className="border-b border-line">
      <div className="mx-auto flex h-14 max-w-[75rem] items-center justify-between gap-4 px-5 max-[24rem]:gap-1 max-[24rem]:px-3 sm:px-8">
        <Link
          to="/dashboard"
          className="inline-flex items-center gap-1.5 rounded-sm text-15 whitespace-nowrap text-muted hover:text-ink"
        >
          <ArrowLeft size={16} aria-hidden />
          <span>
            <span className="max-[24rem]:sr-only">Back</span>
            <span className="max-sm:sr-only"> to Dashboard</span>
          </span>
        </Link>
        {microsite && <MicrositeActions microsite={microsite} />}
      </div>
    </nav>
  )
}

function MicrositeActions({ microsite }: { microsite: Microsite }) {
  const [search, replaceSearch] = useSearchParams()
  // The extension links here for the review before a first share.
  const reviewing = search.has('look')
  const [dialog, setDialog] = useState<'share' | 'delete' | 'consent' | null>(
    reviewing && microsite.status === 'active' ? 'share' : null,
  )
  const navigate = useNavigate()
  const close = () => {
    setDialog(null)
    if (reviewing) replaceSearch((before) => (before.delete('look'), before))
  }
  return (
    <div className="flex items-center gap-2 max-[24rem]:gap-1 max-[24rem]:[&_button]:px-2.5">
      {microsite.status !== 'failed' && (
        <Button variant="secondary" size="sm" onClick={() => setDialog('share')}>
          <Share2 size={14} aria-hidden className="max-sm:hidden" />
          Share
        </Button>
      )}
      {microsite.status === 'active' && <MicrositeExport microsite={microsite} />}
      {microsite.status === 'active' && <ViewButton micrositeId={microsite.id} />}
      <Menu trigger={<IconButton label="More" icon={Ellipsis} iconSize={18} />}>
        <MenuItem icon={<BadgeCheck size={16} aria-hidden />} onSelect={() => setDialog('consent')}>
          Recording consent
        </MenuItem>
        <MenuItem tone="danger" icon={<Trash2 size={16} aria-hidden />} onSelect={() => setDialog('delete')}>
          Delete microsite
        </MenuItem>
      </Menu>
      <ShareDialog microsite={microsite} open={dialog === 'share'} onOpenChange={close} reviewing={reviewing} />
      <ConsentDialog microsite={microsite} open={dialog === 'consent'} onOpenChange={close} />
      <DeleteMicrositeDialog
        microsite={microsite}
        open={dialog === 'delete'}
        onOpenChange={close}
        onDeleted={() => navigate('/dashboard')}
      />
    </div>
  )
}

/** Opens a recipient's preview of this microsite in a new tab. */
function ViewButton({ micrositeId }: { micrositeId: string }) {
  const { api } = useServices()
  const toast = useToast()
  const preview = useMutation({
    mutationFn: () => api.request(SHARED_PAGE_PATHS.preview(micrositeId), previewSchema, { method: 'POST' }),
    onError: (error) => toast({ tone: 'danger', text: error.message }),
  })
  const open = () => {
    // Opened by the click itself: a tab opened after the answer would be blocked as a pop-up.
    const tab = window.open('about:blank', '_blank')
    if (tab) tab.opener = null
    preview.mutate(undefined, {
      onSuccess: ({ url }) => (tab ?? window).location.assign(url),
      onError: () => tab?.close(),
    })
  }
  return (
    <Button variant="view" size="sm" disabled={preview.isPending} onClick={open}>
      <Eye size={15} aria-hidden />
      View
    </Button>
  )
}
