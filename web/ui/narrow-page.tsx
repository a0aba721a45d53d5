import { ArrowLeft } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { Logo } from './logo.tsx'

/** A page with one narrow column: signing in, mailed links. */
export function NarrowPage({ children }: { children: ReactNode }) {
  return (
    <div className="flex min-h-dvh flex-col">
      <header className="flex items-center justify-between px-5 py-5 sm:px-8">
        <Logo />
        <Link to="/" className="inline-flex items-center gap-1.5 rounded-sm text-15 text-muted hover:text-ink">
          <ArrowLeft size={16} aria-hidden />
          Back to home
        </Link>
      </header>
      <main className="mx-auto w-full max-w-[26rem] flex-1 px-5 pt-[8vh] pb-16">{children}</main>
    </div>
  )
}
