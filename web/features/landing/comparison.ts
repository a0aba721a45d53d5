import { BRAND } from '@callfolio/shared/brand.ts'

/** Kinds of products that people weigh this one against. */
const KINDS = ['Sales-call intelligence tool', 'Meeting-notes bot', 'Video-clip tool', 'Meeting-recorder tool'] as const

export interface ComparisonRow {
  feature: string
  /** Which kinds have it. Each `false` has a dated source in docs/COMPARISON.md. This product has all of them. */
  others: readonly [boolean, boolean, boolean, boolean]
}

export const COMPARISON: readonly ComparisonRow[] = [
  { feature: 'Turns demo calls into shareable microsites', others: [false, false, false, false] },
  { feature: 'Exports to Notion, Google Docs, PDF', others: [true, true, true, true] },
  { feature: 'Lightweight and fast setup', others: [false, true, true, true] },
  { feature: 'Built specifically for post-call sharing', others: [false, false, false, false] },
  { feature: 'Pricing starts under $30', others: [false, true, true, true] },
  { feature: 'Custom branding support', others: [true, true, true, true] },
  { feature: 'Built for SDRs, AEs and founders', others: [true, false, false, true] },
]

/** Whose column it is; `others` starts at the second. */
export const COLUMNS = [BRAND.name, ...KINDS] as const
