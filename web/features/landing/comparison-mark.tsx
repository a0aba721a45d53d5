import { Check, X } from 'lucide-react'

/** A tick or a cross, in words for who can't see it. */
export function ComparisonMark({ has, own = false }: { has: boolean; own?: boolean }) {
  const Icon = has ? Check : X
  return (
    <span className={`grid place-items-center ${own ? 'text-accent-text' : 'text-muted'}`}>
      <Icon size={own ? 20 : 18} aria-hidden strokeWidth={own ? 2.5 : 2} />
      <span className="sr-only">{has ? 'Yes' : 'No'}</span>
    </span>
  )
}
