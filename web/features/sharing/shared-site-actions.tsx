import { ChartNoAxesColumn, Settings2, Trash2, type LucideIcon } from 'lucide-react'
import { useState } from 'react'
import type { ShareableLink } from '@callfolio/shared/contract/share.ts'
import { Button } from '@callfolio/shared/ui/button.tsx'
import { getTitle } from './link-terms.ts'
import { LinkViewsDialog } from './link-views-dialog.tsx'
import { ManageLinkDialog } from './manage-link-dialog.tsx'
import { ConfirmDialog } from '../../ui/dialog.tsx'
import { useDeleteLink } from './use-links.ts'

/** A link's actions besides copying it. */
export function SharedSiteActions({ link }: { link: ShareableLink }) {
  const [shown, setShown] = useState<'views' | 'manage' | 'delete' | null>(null)
  const title = getTitle(link)
  const dialog = (name: 'views' | 'manage' | 'delete') => ({
    open: shown === name,
    onOpenChange: (open: boolean) => setShown(open ? name : null),
  })
  return (
    <div className="-mx-3 flex flex-wrap gap-x-1">
      <Action icon={ChartNoAxesColumn} about={`through the link to ${title}`} onClick={() => setShown('views')}>
        See views
      </Action>
      <Action icon={Settings2} about={`link to ${title}`} onClick={() => setShown('manage')}>
        Manage
      </Action>
      <Action icon={Trash2} about={`link to ${title}`} onClick={() => setShown('delete')}>
        Delete
      </Action>
      <LinkViewsDialog link={link} {...dialog('views')} />
      <ManageLinkDialog link={link} {...dialog('manage')} />
      <DeleteLinkDialog linkId={link.id} {...dialog('delete')} />
    </div>
  )
}

interface ActionProps {
  icon: LucideIcon
  /** Distinguishes the buttons of different rows for screen readers. */
  about: string
  onClick: () => void
  children: string
}

function Action({ icon: Icon, about, onClick, children }: ActionProps) {
  return (
    <Button variant="quiet" size="sm" onClick={onClick}>
      <Icon size={15} aria-hidden />
      {children}
      <span className="sr-only"> {about}</span>
    </Button>
  )
}

interface DeleteLinkDialogProps {
  linkId: string
  open: boolean
  onOpenChange: (open: boolean) => void
}

/** Asks before a link is deleted for everyone who has it. */
function DeleteLinkDialog({ linkId, open, onOpenChange }: DeleteLinkDialogProps) {
  const removal = useDeleteLink()
  return (
    <ConfirmDialog
      open={open}
      onOpenChange={onOpenChange}
      title="Delete link"
      confirm="Delete link"
      busy={removal.isPending && 'Deleting...'}
      problem={removal.isError ? 'Failed to delete link.' : null}
      onConfirm={() => removal.mutate(linkId, { onSuccess: () => onOpenChange(false) })}
    >
      <p>Are you sure you want to delete this shared link?</p>
      <p>It stops working immediately. The microsite isn’t deleted.</p>
    </ConfirmDialog>
  )
}
