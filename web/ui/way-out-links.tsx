import type { ComponentProps } from 'react'
import { Link } from './link.tsx'
import type { PricingLink as PricingLinkType } from '@callfolio/shared/ui/plan-limits.tsx'
import type { WayOutLinkProps, WayOutLinks } from '@callfolio/shared/ui/way-out.tsx'

/** Link to the plans. */
export function PricingLink({ className, children }: ComponentProps<PricingLinkType>) {
  return (
    <a href="/pricing" className={className}>
      {children}
    </a>
  )
}

/** The upload form, filled in with the details of the failed microsite. */
function UploadLink({ site, className, children }: WayOutLinkProps) {
  return (
    <Link to={site === undefined ? '/upload' : `/upload?instead=${encodeURIComponent(site)}`} className={className}>
      {children}
    </Link>
  )
}

/** Suggested actions of failures on any page but the upload form. */
export const WAY_OUT_LINKS: WayOutLinks = { upgrade: PricingLink, choose_file: UploadLink }
