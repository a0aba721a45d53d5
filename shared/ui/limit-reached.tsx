import { WAYS_OUT } from '../failures.ts'
import { Banner } from './banner.tsx'
import { buttonClass } from './button.ts'
import type { PricingLink } from './pricing-link.ts'

interface LimitReachedProps {
  /** `info`: told before anything was tried. */
  tone: 'info' | 'danger'
  message: string
  pricingLink: PricingLink
}

/** Says that the plan gives no more, with the way to one that does. */
export function LimitReached({ tone, message, pricingLink: PricingLink }: LimitReachedProps) {
  return (
    <Banner
      tone={tone}
      actions={<PricingLink className={buttonClass('primary', 'sm')}>{WAYS_OUT.upgrade.action}</PricingLink>}
    >
      {message}
    </Banner>
  )
}
