import type { PlanId, Usage } from './contract/accounts/account.ts'
import { LONGEST_RECORDING_SECONDS } from './recording-limits.ts'

/** Limits of a plan. `null`: unlimited. */
export interface PlanLimits {
  micrositesPerMonth: number | null
  tags: number | null
  videoSeconds: number | null
  /** Bytes of uploads, including those of microsites; always limited, because disks are finite. */
  storedBytes: number
  /** Number of simultaneous unfinished uploads: a recording has up to three. */
  openUploads: number
}

const GIB = 1024 ** 3

export interface Plan {
  id: PlanId
  name: string
  /** Target audience, in one line. */
  pitch: string
  /** US dollars. */
  monthlyPrice: number
  limits: PlanLimits
  /** Features besides its limits. */
  extras: readonly string[]
  /** False: announced, and not for sale yet. */
  available: boolean
}

/** The only source of plan limits, prices and plan copy: pages and enforcement read the same numbers. */
export const PLANS: Record<PlanId, Plan> = {
  free: {
    id: 'free',
    name: 'Starter',
    pitch: 'Try it on your next calls',
    monthlyPrice: 0,
    limits: { micrositesPerMonth: 3, tags: 3, videoSeconds: 1200, storedBytes: 10 * GIB, openUploads: 10 },
    extras: ['Search and filter', 'PDF export with a watermark', 'Subtitle and JSON export'],
    available: true,
  },
  pro: {
    id: 'pro',
    name: 'Premium',
    pitch: 'For reps who share every call',
    monthlyPrice: 29,
    limits: { micrositesPerMonth: 100, tags: null, videoSeconds: null, storedBytes: 200 * GIB, openUploads: 40 },
    extras: ['Full search, including transcripts', 'Notion and Word export', 'Copy for Google Docs', 'No watermark'],
    available: true,
  },
  team: {
    id: 'team',
    name: 'Teams',
    pitch: 'For teams that share their calls',
    monthlyPrice: 100,
    limits: { micrositesPerMonth: null, tags: null, videoSeconds: null, storedBytes: 1000 * GIB, openUploads: 100 },
    extras: [
      'Advanced search',
      'Docs, Word and Notion export',
      'No watermark',
      'Custom microsite design',
      'Custom domain',
      'Priority support',
      'Sharing and collaboration',
    ],
    available: false,
  },
}

/** Discount for paying yearly, as a fraction of 1. */
export const YEARLY_DISCOUNT = 0.3

/** US dollars per year when paid yearly, whole. */
export function yearlyPrice({ monthlyPrice }: Plan): number {
  return Math.round(monthlyPrice * 12 * (1 - YEARLY_DISCOUNT))
}

/** US dollars saved by paying yearly instead of monthly. */
export function yearlySaving(plan: Plan): number {
  return plan.monthlyPrice * 12 - yearlyPrice(plan)
}

/** Features of a plan, one per line, the limits first. */
export function planFeatures({ limits, extras }: Plan): string[] {
  const { micrositesPerMonth, videoSeconds, tags } = limits
  return [
    micrositesPerMonth === null ? 'Unlimited microsites' : `${micrositesPerMonth} microsites per month`,
    videoSeconds === null
      ? `Videos up to ${LONGEST_RECORDING_SECONDS / 3600} hours`
      : `Videos up to ${videoSeconds / 60} minutes`,
    tags === null ? 'Unlimited tags' : `Up to ${tags} tags`,
    ...extras,
  ]
}

/** Whether the month's microsites are used up. */
export function isUsedUp({ used, limit }: Pick<Usage, 'used' | 'limit'>): boolean {
  return limit >= 0 && used >= limit
}

/** The sentence shown when a month's microsites are used up. */
export function limitReachedMessage(used: number, limit: number): string {
  return `You've used ${used} of ${limit} microsites this month.`
}
