import { useId, type ReactNode } from 'react'

/** One section of the options with its heading. */
export function Setting({ title, children }: { title: string; children: ReactNode }) {
  const id = useId()
  return (
    <section aria-labelledby={id} className="grid grid-cols-1 gap-3 border-t border-line py-6">
      <h2 id={id} className="text-17 font-semibold">
        {title}
      </h2>
      {children}
    </section>
  )
}
