import { LoaderCircle } from 'lucide-react'
import { BRAND } from '@callfolio/shared/brand.ts'
import { PageTitle } from './page-title.tsx'

/** A spinner with a label. */
export function Spinner({ label }: { label: string }) {
  return (
    <div role="status" className="flex items-center gap-3 text-15 text-muted">
      <LoaderCircle size={18} aria-hidden className="animate-spin text-accent" />
      {label}
    </div>
  )
}

/** A full-screen loading state. */
export function FullPageSpinner({ label }: { label: string }) {
  return (
    <main className="grid min-h-dvh place-items-center">
      <PageTitle />
      <h1 className="sr-only">{BRAND.name}</h1>
      <Spinner label={label} />
    </main>
  )
}
