import type { ReactNode } from 'react'

/** One section of the settings: its description on the left, the controls on the right. */
export function Setting({
  id,
  title,
  text,
  children,
}: {
  id: string
  title: string
  text: string
  children: ReactNode
}) {
  return (
    <section
      aria-labelledby={id}
      className="grid grid-cols-[minmax(0,1fr)] gap-x-10 gap-y-4 py-8 first:pt-0 md:grid-cols-[15rem_minmax(0,36rem)]"
    >
      <div className="grid content-start gap-1">
        <h3 id={id} className="text-17 font-semibold">
          {title}
        </h3>
        <p className="text-13 text-muted">{text}</p>
      </div>
      <div className="min-w-0">{children}</div>
    </section>
  )
}
