import { Ellipsis, Pencil, Trash2 } from 'lucide-react'
import { useState } from 'react'
import type { MicrositeCard } from '@callfolio/shared/contract/microsite.ts'
import { lazyDialog } from '../../ui/lazy-part.tsx'
import { Menu, MenuItem } from '../../ui/menu.tsx'
import { DeleteMicrositeDialog } from './delete-microsite-dialog.tsx'

const RenameDialog = lazyDialog(async () => (await import('./rename-dialog.tsx')).RenameDialog)

/** What else can be done with a microsite: rename, delete. */
export function CardMenu({ card }: { card: MicrositeCard }) {
  const [shown, setShown] = useState<'rename' | 'delete' | null>(null)
  return (
    <>
      <Menu
        trigger={
          <button
            type="button"
            aria-label={`More for ${card.title}`}
            className="grid size-8 place-items-center rounded text-muted hover:bg-surface hover:text-ink"
          >
            <Ellipsis size={18} aria-hidden />
          </button>
        }
      >
        <MenuItem icon={<Pencil size={16} aria-hidden />} onSelect={() => setShown('rename')}>
          Rename
        </MenuItem>
        <MenuItem icon={<Trash2 size={16} aria-hidden />} tone="danger" onSelect={() => setShown('delete')}>
          Delete
        </MenuItem>
      </Menu>
      {shown === 'rename' && <RenameDialog microsite={card} open onOpenChange={() => setShown(null)} />}
      {shown === 'delete' && <DeleteMicrositeDialog microsite={card} open onOpenChange={() => setShown(null)} />}
    </>
  )
}
