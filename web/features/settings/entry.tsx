import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'

interface EntryProps {
  icon: LucideIcon
  title: string
  /** Shown after the title. */
  mark?: string | undefined
  detail: ReactNode
  /** Buttons; none if there are no actions. */
  children?: ReactNode
}

/** One list item, such as a signed-in device. */
export function Entry({ icon: Icon, title, mark, detail, children }: EntryProps) {
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 px-4 py-3">
      <div className="flex min-w-0 flex-1 basis-40 gap-3">
        <Icon size={18} aria-hidden className="mt-0.5 shrink-0 text-muted" />
        <div className="min-w-0">
          <p className="text-15 font-medium wrap-anywhere">
            {title}
            {mark !== undefined && <span className="ml-2 text-13 font-normal text-success">{mark}</span>}
          </p>
          <div className="text-13 wrap-anywhere text-muted">{detail}</div>
        </div>
      </div>
      {children !== undefined && <div className="flex flex-wrap gap-2 pl-[1.875rem] sm:pl-0">{children}</div>}
    </li>
  )
}

/** A vertical list of items. */
export function Entries({ label, children }: { label: string; children: ReactNode }) {
  return (
    <ul aria-label={label} className="divide-y divide-line rounded border border-line">
      {children}
    </ul>
  )
}
