import { Tag } from 'lucide-react'
import { useState, type ReactNode } from 'react'
import type { Microsite } from '@callfolio/shared/contract/microsite.ts'
import { buttonClass } from '@callfolio/shared/ui/button.ts'
import { AddTagsDialog } from '../../tags/add-tags-dialog.tsx'
import { TagMarks } from '../../tags/tag-marks.tsx'

/** The microsite's tags, the way to change them, and what else belongs in that line. */
export function DocumentTags({ microsite, children }: { microsite: Microsite; children: ReactNode }) {
  const [choosing, setChoosing] = useState(false)
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-1">
      <TagMarks names={microsite.tags} />
      <div className="-ml-3 flex">
        <button type="button" onClick={() => setChoosing(true)} className={buttonClass('quiet', 'sm')}>
          <Tag size={14} aria-hidden />
          {microsite.tags.length === 0 ? 'Add Tag' : 'Change tags'}
        </button>
        {children}
      </div>
      <AddTagsDialog microsite={microsite} open={choosing} onOpenChange={setChoosing} />
    </div>
  )
}
