import { ArrowLeft, Eye } from 'lucide-react'
import { buttonClass } from '@callfolio/shared/ui/button.ts'
import { ExportMenu } from '../../features/exports/export-menu.tsx'
import type { ExportTask } from '../../features/exports/use-export.ts'
import { Toaster } from '../../ui/toaster.tsx'

interface SignedInBarProps {
  ownMicrositeId: string | null
  /** Null: the page has nothing to export. */
  exports: (ExportTask & { timed: boolean }) | null
}

/** What a signed-in person sees in place of the logo: the way back, Export, and for the owner the way to the microsite. */
export function SignedInBar({ ownMicrositeId, exports }: SignedInBarProps) {
  return (
    <Toaster>
      <nav aria-label="Page" className="flex w-full items-center justify-between gap-4">
        <a
          href="/dashboard"
          className="inline-flex items-center gap-1.5 rounded-sm text-15 whitespace-nowrap text-muted hover:text-ink"
        >
          <ArrowLeft size={16} aria-hidden />
          <span>
            Back<span className="max-sm:sr-only"> to Dashboard</span>
          </span>
        </a>
        <div className="flex items-center gap-2">
          {exports && <ExportMenu {...exports} onLocked={() => location.assign('/pricing')} />}
          {ownMicrositeId !== null && (
            <a href={`/microsite/${encodeURIComponent(ownMicrositeId)}`} className={buttonClass('view', 'sm')}>
              <Eye size={15} aria-hidden />
              View
            </a>
          )}
        </div>
      </nav>
    </Toaster>
  )
}
