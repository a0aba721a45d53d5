import type { ComponentType, ReactNode } from 'react'
import { WAYS_OUT } from '../failures.ts'
import { PLANS } from '../plans.ts'
import { LONGEST_RECORDING_SECONDS } from '../recording-limits.ts'
import { formatLengthOver, formatMinutes } from '../format.ts'
import { Button, buttonClass, TEXT_LINK } from './button.tsx'
import { Banner } from './banner.tsx'

/** A link to the plans: within the web app, or from the extension to it. */
export type PricingLink = ComponentType<{ className: string; children: ReactNode }>

interface TooLongProps {
  durationSeconds: number
  limitSeconds: number
  pricingLink: PricingLink
  onChooseOther: () => void
}

/** Shown for a video that exceeds the free plan. */
export function TooLong({ durationSeconds, limitSeconds, pricingLink: PricingLink, onChooseOther }: TooLongProps) {
  return (
    <section className="grid justify-items-start gap-4 rounded border border-line p-6 sm:p-10">
      <h2 className="text-28 font-semibold tracking-tight">Video Too Long for Free Plan</h2>
      <p className="max-w-[34rem] text-15 text-muted">
        Your video is {formatLengthOver(durationSeconds, limitSeconds)} long. The {PLANS.free.name} plan allows videos
        up to {formatMinutes(limitSeconds)}; {PLANS.pro.name} allows up to {LONGEST_RECORDING_SECONDS / 3600} hours.{' '}
        <PricingLink className={TEXT_LINK}>Compare plans</PricingLink>
      </p>
      <div className="mt-2 flex flex-wrap gap-3">
        <PricingLink className={buttonClass()}>{WAYS_OUT.upgrade.action}</PricingLink>
        <Button variant="secondary" onClick={onChooseOther}>
          Choose another video
        </Button>
      </div>
    </section>
  )
}

interface LimitReachedProps {
  /** `info`: shown before any attempt. */
  tone: 'info' | 'danger'
  message: string
  pricingLink: PricingLink
}

/** Says that the plan's limit is reached, with a link to upgrade. */
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
