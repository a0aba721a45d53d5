import { ArrowLeft } from 'lucide-react'
import type { ReactNode } from 'react'
import { Logo } from './logo.tsx'

/** A page with one narrow column: sign-in, links from emails. */
export function NarrowPage({ children }: { children: ReactNode }) {
  return (
    <div className="flex min-h-dvh flex-col">
      <header className="flex items-center justify-between px-5 py-5 sm:px-8">
        <Logo />
        <a href="/" className="inline-flex items-center gap-1.5 rounded-sm text-15 text-muted hover:text-ink">
          <ArrowLeft size={16} aria-hidden />
          Back to home
        </a>
      </header>
      <main className="mx-auto w-full max-w-[26rem] flex-1 px-5 pt-[8vh] pb-16">{children}</main>
    </div>
  )
}

interface MessagePageProps {
  title: string
  text: string
  /** The next action. */
  children: ReactNode
}

/** A full page for one message. */
export function MessagePage({ title, text, children }: MessagePageProps) {
  return (
    <div className="min-h-dvh px-5 py-5 sm:px-8">
      <header>
        <Logo />
      </header>
      <main className="mx-auto grid max-w-[34rem] justify-items-start gap-3 pt-[18vh]">
        <h1 className="text-28 font-semibold tracking-tight">{title}</h1>
        <p className="text-15 text-muted">{text}</p>
        <div className="mt-3 flex flex-wrap gap-3">{children}</div>
      </main>
    </div>
  )
}
