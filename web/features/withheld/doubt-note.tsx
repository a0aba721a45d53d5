import { TriangleAlert } from 'lucide-react'
import type { CheckFault } from '@callfolio/shared/contract/microsite.ts'
import { reasonText } from './check-reasons.ts'

/** What the owner should check before adding an item. */
export function DoubtNote({ doubt }: { doubt: CheckFault }) {
  return (
    <span className="flex items-start gap-1.5 text-13 wrap-anywhere text-muted">
      <TriangleAlert size={14} aria-hidden className="mt-0.5 shrink-0 text-danger" />
      <span>
        <span className="font-medium text-ink">Please check.</span> {reasonText(doubt)}
      </span>
    </span>
  )
}
