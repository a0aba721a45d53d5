import { BRAND } from '@callfolio/shared/brand.ts'

/** Kinds of products that people compare this one with. */
export const KINDS = [
  'Sales-call intelligence tool',
  'Meeting-notes bot',
  'Video-clip tool',
  'Meeting-recorder tool',
] as const

/** The date every source was last read. Read them again every half year, and when someone reports a mistake. */
export const SOURCES_READ_ON = '2026-11-21'

/** A source for a kind's cross. */
interface Source {
  url: string
  /** Date or month stated by the page, else the date it was read. ISO */
  date: string
}

/** A tick (tools of this kind have it, or no source denies it), or the sources of a cross. */
type Mark = true | readonly [Source, ...Source[]]

interface ComparisonRow {
  feature: string
  /** One for each kind. This product has all of them. */
  others: readonly [Mark, Mark, Mark, Mark]
}

const read = (url: string): Source => ({ url, date: SOURCES_READ_ON })

const GONG_PLANS = read('https://help.gong.io/docs/plans-and-seats')
const FIREFLIES_GUESTS = { url: 'https://guide.fireflies.ai/articles/2479453517', date: '2026-06-25' }
const GRAIN_SHARING = read('https://support.grain.com/en/articles/12258151')

export const COMPARISON: readonly ComparisonRow[] = [
  {
    feature: 'Turns demo calls into shareable microsites',
    others: [
      [
        read('https://help.gong.io/v1/docs/record-a-web-conference-call'),
        read('https://help.gong.io/v1/docs/set-a-call-as-private'),
      ],
      [FIREFLIES_GUESTS, read('https://help.otter.ai/hc/en-us/articles/360048338793')],
      [read('https://support.loom.com/hc/en-us/articles/4403323927953')],
      [read('https://intercom.help/tldv/en/articles/5946340'), GRAIN_SHARING],
    ],
  },
  { feature: 'Exports to Notion, Google Docs, PDF', others: [true, true, true, true] },
  {
    feature: 'Lightweight and fast setup',
    others: [
      [{ url: 'https://www.gong.io/de/professional-services-education-offerings/', date: '2024-04' }],
      true,
      true,
      true,
    ],
  },
  {
    feature: 'Built specifically for post-call sharing',
    others: [
      [GONG_PLANS],
      [FIREFLIES_GUESTS],
      [read('https://support.atlassian.com/loom/docs/understand-workspaces-roles-and-permissions')],
      [GRAIN_SHARING],
    ],
  },
  {
    feature: 'Pricing starts under $30',
    others: [[GONG_PLANS, read('https://stackswap.ai/cancel-gong')], true, true, true],
  },
  { feature: 'Custom branding support', others: [true, true, true, true] },
  {
    feature: 'Built for SDRs, AEs and founders',
    others: [
      true,
      [
        read('https://libraryhelp.ucsf.edu/hc/en-us/articles/1500002687901'),
        read('https://aitoolsage.com/what-is-otter-ai-journalist-workflow-guide-2026-timestamps'),
      ],
      [read('http://first-run-ux.kryshiggins.com/loom/')],
      true,
    ],
  },
]

/** The column's product; `others` starts at the second. */
export const COLUMNS = [BRAND.name, ...KINDS] as const
