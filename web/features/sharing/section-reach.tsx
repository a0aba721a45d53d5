import { useId } from 'react'
import type { LinkSection, LinkViews } from '@callfolio/shared/contract/share.ts'
import { SECTION_NAMES } from './link-terms.ts'

interface SectionReachProps {
  /** Those that the link shows, in the page's order. */
  sections: readonly LinkSection[]
  reached: LinkViews['reached']
  /** Views in all. */
  total: number
}

/** How many of the views came as far as each section. */
export function SectionReach({ sections, reached, total }: SectionReachProps) {
  const headingId = useId()
  return (
    <section aria-labelledby={headingId} className="grid gap-3">
      <h3 id={headingId} className="text-13 font-medium">
        How far they read
      </h3>
      <ul className="grid gap-2.5">
        {sections.map((section) => {
          const views = reached[section] ?? 0
          return (
            <li key={section} className="grid gap-1">
              <p className="flex justify-between gap-4 text-15">
                <span>{SECTION_NAMES[section]}</span>
                <span className="text-13 text-muted tabular-nums">
                  {views.toLocaleString('en')} of {total.toLocaleString('en')}
                </span>
              </p>
              <div aria-hidden className="h-1.5 overflow-hidden rounded-full bg-line">
                <div className="h-full rounded-full bg-accent" style={{ width: `${(100 * views) / total}%` }} />
              </div>
            </li>
          )
        })}
      </ul>
    </section>
  )
}
