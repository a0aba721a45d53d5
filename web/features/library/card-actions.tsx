import { ArrowRight, Ellipsis, Pencil, Share2, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { Link } from '../../ui/link.tsx'
import type { MicrositeCard } from '@callfolio/shared/contract/microsite.ts'
import { Button, buttonClass } from '@callfolio/shared/ui/button.tsx'
import { IconButton } from '@callfolio/shared/ui/icon-button.tsx'
import { lazyDialog } from '../../ui/lazy-part.tsx'
import { Menu, MenuItem } from '../../ui/menu.tsx'
import { DeleteMicrositeDialog } from './delete-microsite-dialog.tsx'

const ShareDialog = lazyDialog(async () => (await import('../sharing/share-dialog.tsx')).ShareDialog)

/** A card's actions: open, share, and a menu. A failed one can't be shared. */
export function CardActions({ card }: { card: MicrositeCard }) {
  const [sharing, setSharing] = useState(false)
  return (
    <div className="mt-auto flex items-center gap-2">
      <Link to={`/microsite/${card.id}`} className={buttonClass('secondary', 'sm')}>
        View
        <span className="sr-only"> {card.title}</span>
        <ArrowRight size={15} aria-hidden />
      </Link>
      {card.status !== 'failed' && (
        <Button variant="secondary" size="sm" onClick={() => setSharing(true)}>
          <Share2 size={15} aria-hidden />
          Share
          <span className="sr-only"> {card.title}</span>
        </Button>
      )}
      <div className="ml-auto">
        <CardMenu card={card} />
      </div>
      <ShareDialog microsite={card} open={sharing} onOpenChange={setSharing} />
    </div>
  )
}

const RenameDialog = lazyDialog(async () => (await import('./rename-dialog.tsx')).RenameDialog)

/** More actions: rename, delete. */
function CardMenu({ card }: { card: MicrositeCard }) {
  const [shown, setShown] = useState<'rename' | 'delete' | null>(null)
  return (
    <>
      <Menu trigger={<IconButton label={`More for ${card.title}`} icon={Ellipsis} iconSize={18} />}>
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
