import type { ReactNode } from 'react'
import type { LinkSection } from '@callfolio/shared/contract/share.ts'

interface SectionProps {
  title: string
  /** What it is called where it is told that somebody reached it. */
  name: LinkSection
  children: ReactNode
}

/** One part of the document under its heading. */
export function Section({ title, name, children }: SectionProps) {
  const id = `section-${title.toLowerCase().replaceAll(' ', '-')}`
  return (
    <section aria-labelledby={id} data-section={name} className="grid grid-cols-1 gap-4 print:mb-8 print:block">
      <h2 id={id} className="text-21 font-semibold tracking-tight print:mb-3">
        {title}
      </h2>
      {children}
    </section>
  )
}
