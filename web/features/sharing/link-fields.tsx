import { ChevronRight } from 'lucide-react'
import type { ReactNode } from 'react'
import { TextField } from '@callfolio/shared/ui/field.tsx'
import { Banner } from '@callfolio/shared/ui/banner.tsx'

interface MoreOptionsProps {
  /** The chosen options, in one line. */
  summary: string
  open: boolean
  onOpenChange: (open: boolean) => void
  children: ReactNode
}

/** Rarely used options, collapsed; their current values are still shown. */
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

const MOST_CHARACTERS = 120

/** The recipient of a link. */
export function LinkLabelField({ value, onChange }: { value: string; onChange: (label: string) => void }) {
  return (
    <TextField
      label="Who is it for?"
      optional
      maxLength={MOST_CHARACTERS}
      placeholder="Acme, procurement"
      hint="Only you see this."
      value={value}
      onChange={({ target }) => onChange(target.value)}
    />
  )
}

/** Why a form can't be sent, scrolled into view: the field it concerns may have pushed it out. */
export function FormProblem({ children }: { children: string }) {
  return (
    <div ref={bringIntoSight}>
      <Banner tone="danger">{children}</Banner>
    </div>
  )
}

function bringIntoSight(element: HTMLElement | null): void {
  element?.scrollIntoView({ block: 'nearest' })
}
