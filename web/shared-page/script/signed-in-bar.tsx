import { ArrowLeft, Eye } from 'lucide-react'
import { buttonClass } from '../../ui/button.ts'

/** What a signed-in person sees in place of the logo: the way back, and for the owner the way to the microsite. */
export function SignedInBar({ ownMicrositeId }: { ownMicrositeId: string | null }) {
  return (
    <nav aria-label="Page" className="flex w-full items-center justify-between gap-4">
      <a href="/dashboard" className="inline-flex items-center gap-1.5 rounded-sm text-15 text-muted hover:text-ink">
        <ArrowLeft size={16} aria-hidden />
        Back to Dashboard
      </a>
      {ownMicrositeId !== null && (
        <a href={`/microsite/${encodeURIComponent(ownMicrositeId)}`} className={buttonClass('view', 'sm')}>
          <Eye size={15} aria-hidden />
          View
        </a>
      )}
    </nav>
  )
}
