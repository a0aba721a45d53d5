import { ConfirmDialog } from '../../ui/dialog.tsx'
import { useDeleteLink } from './use-links.ts'

interface DeleteLinkDialogProps {
  linkId: string
  open: boolean
  onOpenChange: (open: boolean) => void
}

/** Asks before a link is gone for everyone who has it. */
export function DeleteLinkDialog({ linkId, open, onOpenChange }: DeleteLinkDialogProps) {
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
      <p>It stops working at once for everyone who has it. The microsite stays.</p>
    </ConfirmDialog>
  )
}
