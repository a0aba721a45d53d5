import type { ReactNode } from 'react'

/** One part of the document under its heading. */
export function Section({ title, children }: { title: string; children: ReactNode }) {
  const id = `section-${title.toLowerCase().replaceAll(' ', '-')}`
  return (
    <section aria-labelledby={id} className="grid grid-cols-1 gap-4 print:mb-8 print:block">
      <h2 id={id} className="text-21 font-semibold tracking-tight print:mb-3">
        {title}
      </h2>
      {children}
    </section>
  )
}
