import { Plus } from 'lucide-react'
import { useState } from 'react'
import type { MicrositeCard } from '@callfolio/shared/contract/microsite.ts'
import { TagMarks } from '../tags/tag-marks.tsx'
import { lazyDialog } from '../../ui/lazy-part.tsx'

const AddTagsDialog = lazyDialog(async () => (await import('../tags/add-tags-dialog.tsx')).AddTagsDialog)

/** A card's tags and the way to change them. */
export function CardTags({ card }: { card: MicrositeCard }) {
  const [choosing, setChoosing] = useState(false)
  return (
    <div className="flex min-w-0 flex-wrap items-center gap-x-3 gap-y-1">
      <TagMarks names={card.tags} />
      <button
        type="button"
        onClick={() => setChoosing(true)}
        className="inline-flex items-center gap-1 rounded-sm py-0.5 text-13 font-medium text-muted hover:text-ink"
      >
        <Plus size={14} aria-hidden />
        Add Tag
        <span className="sr-only"> to {card.title}</span>
      </button>
      {choosing && <AddTagsDialog microsite={card} open onOpenChange={setChoosing} />}
    </div>
  )
}
