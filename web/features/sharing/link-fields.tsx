import { ChevronRight } from 'lucide-react'
import type { ReactNode } from 'react'

interface MoreOptionsProps {
  /** What is chosen, in one line. */
  summary: string
  open: boolean
  onOpenChange: (open: boolean) => void
  children: ReactNode
}

/** Choices that few need, folded away; what they are is told all the same. */
export function MoreOptions({ summary, open, onOpenChange, children }: MoreOptionsProps) {
  return (
    <details
      open={open}
      onToggle={({ currentTarget }) => onOpenChange(currentTarget.open)}
      className="group min-w-0 border-y border-line"
    >
      <summary className="flex cursor-pointer list-none items-start gap-2 rounded-sm py-3 text-15 hover:text-accent-text [&::-webkit-details-marker]:hidden">
        <ChevronRight
          size={18}
          aria-hidden
          className="mt-0.5 shrink-0 text-muted transition-transform duration-150 group-open:rotate-90"
        />
        <span className="grid min-w-0">
          <span className="font-medium">More options</span>
          <span className="text-13 text-muted">{summary}</span>
        </span>
      </summary>
      <div className="pt-1 pb-5 pl-6.5">{children}</div>
    </details>
  )
}
