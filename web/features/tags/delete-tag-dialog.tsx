import type { Tag } from '@callfolio/shared/contract/tag.ts'
import { countOf } from '@callfolio/shared/format.ts'
import { ConfirmDialog } from '../../ui/dialog.tsx'
import { useDeleteTag } from './use-tags.ts'

interface DeleteTagDialogProps {
  tag: Tag
  open: boolean
  onOpenChange: (open: boolean) => void
}

/** Asks before a tag is taken from all its microsites. */
export function DeleteTagDialog({ tag, open, onOpenChange }: DeleteTagDialogProps) {
  const removal = useDeleteTag()
  return (
    <ConfirmDialog
      open={open}
      onOpenChange={onOpenChange}
      title="Delete tag"
      confirm="Delete tag"
      busy={removal.isPending && 'Deleting...'}
      problem={removal.isError ? `Failed to delete tag: ${removal.error.message}` : null}
      onConfirm={() => removal.mutate(tag.id, { onSuccess: () => onOpenChange(false) })}
    >
      <p>
        {tag.microsite_count === 0
          ? `No microsite carries “${tag.name}”.`
          : `“${tag.name}” is taken from ${countOf(tag.microsite_count, 'microsite')}. The microsites themselves stay.`}
      </p>
    </ConfirmDialog>
  )
}
