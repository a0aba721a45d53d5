import type { ReactNode } from 'react'
import { Logo } from './logo.tsx'

interface MessagePageProps {
  title: string
  text: string
  /** What to do next. */
  children: ReactNode
}

/** A whole page for one message. */
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
