import { Eye, Link2 } from 'lucide-react'
import type { ReactNode } from 'react'
import { timeLeft } from '@callfolio/shared/time-left.ts'
import { formatDay } from '@callfolio/shared/format.ts'

/** Says that this is a shared link and how long it lives. */
export function ShareBanner({ expiresAt, now }: { expiresAt: string; now: Date }) {
  return (
    <Banner>
      <Link2 size={16} aria-hidden className="shrink-0" />
      <strong className="font-semibold">Shared Link</strong>
      <span aria-hidden>·</span>
      <time data-remaining dateTime={expiresAt} title={`Until ${formatDay(expiresAt)}`} className="tabular-nums">
        {timeLeft(expiresAt, now)}
      </time>
    </Banner>
  )
}

/** In a preview's place of it. */
export function PreviewBanner() {
  return (
    <Banner>
      <Eye size={16} aria-hidden className="shrink-0" />
      <strong className="font-semibold">Preview</strong>
      <span aria-hidden>·</span>
      <span>What a recipient of your link sees</span>
    </Banner>
  )
}

function Banner({ children }: { children: ReactNode }) {
  return (
    <aside aria-label="About this link" className="bg-accent-fill text-13 text-on-accent print:hidden">
      <p className="mx-auto flex min-h-9 max-w-[75rem] items-center gap-2 px-5 py-1.5 sm:px-8">{children}</p>
    </aside>
  )
}
