import { ExternalLink } from 'lucide-react'
import { buttonClass } from '@callfolio/shared/ui/button.ts'
import type { Portal } from './use-portal.ts'

/** Opens the billing portal in a new tab. */
export function PortalButton({ portal }: { portal: Portal }) {
  return (
    <button
      type="button"
      disabled={portal.opening}
      onClick={() => void portal.open()}
      className={buttonClass('secondary')}
    >
      Manage Billing
      <ExternalLink size={15} aria-hidden />
    </button>
  )
}
