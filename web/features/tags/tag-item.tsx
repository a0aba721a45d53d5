import { Ellipsis, Pencil, Trash2 } from 'lucide-react'
import { useState } from 'react'
import type { Tag } from '@callfolio/shared/contract/tag.ts'
import { getCount } from '@callfolio/shared/format.ts'
import { lazyDialog } from '../../ui/lazy-part.tsx'
import { Menu, MenuItem } from '../../ui/menu.tsx'
import { TagDot } from './tag-marks.tsx'
import { ConfirmDialog } from '../../ui/dialog.tsx'
import { useDeleteTag } from './use-tags.ts'

const TagFormDialog = lazyDialog(async () => (await import('./tag-form-dialog.tsx')).TagFormDialog)

/** One tag with its number of microsites. */
export function TagItem({ tag }: { tag: Tag }) {
  const [shown, setShown] = useState<'edit' | 'delete' | null>(null)
  return (
    <li className="flex min-w-0 items-center gap-2 rounded border border-line py-1.5 pr-1.5 pl-3.5">
      <div className="grid min-w-0 flex-1 gap-0.5 py-0.5">
        <p className="flex min-w-0 items-center gap-2 text-15 font-medium">
          <TagDot color={tag.color} />
          <span dir="auto" className="truncate" title={tag.name}>
            {tag.name}
          </span>
        </p>
        <p className="flex min-w-0 gap-2 pl-4.5 text-13 text-muted">
          <span className="shrink-0">{getCount(tag.microsite_count, 'microsite')}</span>
          {tag.description !== null && (
            <span className="truncate" title={tag.description}>
              {tag.description}
            </span>
          )}
        </p>
      </div>
      <Menu
        trigger={
          <button
            type="button"
            aria-label={`Change ${tag.name}`}
            className="grid size-9 shrink-0 place-items-center rounded text-muted hover:bg-surface hover:text-ink"
          >
            <Ellipsis size={18} aria-hidden />
          </button>
        }
      >
        <MenuItem icon={<Pencil size={16} aria-hidden />} onSelect={() => setShown('edit')}>
          Edit
        </MenuItem>
        <MenuItem icon={<Trash2 size={16} aria-hidden />} tone="danger" onSelect={() => setShown('delete')}>
          Delete
        </MenuItem>
      </Menu>
      {shown === 'edit' && <TagFormDialog tag={tag} open onOpenChange={() => setShown(null)} />}
      {shown === 'delete' && <DeleteTagDialog tag={tag} open onOpenChange={() => setShown(null)} />}
    </li>
  )
}

interface DeleteTagDialogProps {
  tag: Tag
  open: boolean
  onOpenChange: (open: boolean) => void
}

/** Asks before a tag is removed from all its microsites. */
function DeleteTagDialog({ tag, open, onOpenChange }: DeleteTagDialogProps) {
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
          ? `No microsite uses “${tag.name}”.`
          : `“${tag.name}” will be removed from ${getCount(tag.microsite_count, 'microsite')}. No microsites are deleted.`}
      </p>
    </ConfirmDialog>
  )
}
