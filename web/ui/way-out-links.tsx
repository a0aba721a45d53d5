import type { ComponentProps } from 'react'
import { Link } from 'react-router'
import type { PricingLink as PricingLinkType } from '@callfolio/shared/ui/pricing-link.ts'
import type { WayOutLinks } from '@callfolio/shared/ui/way-out.tsx'

/** The way to the plans. */
export function PricingLink(props: ComponentProps<PricingLinkType>) {
  return <Link to="/pricing" {...props} />
}

function UploadLink(props: ComponentProps<PricingLinkType>) {
  return <Link to="/upload" {...props} />
}

/** Where failures lead from any page but the upload form. */
export const WAY_OUT_LINKS: WayOutLinks = { upgrade: PricingLink, choose_file: UploadLink }
