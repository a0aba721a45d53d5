import { Eye, Link2 } from 'lucide-react'
import type { ReactNode } from 'react'
import { BRAND } from '@callfolio/shared/brand.ts'
import { fill } from '@callfolio/shared/page-words/fill.ts'
import type { TimeLeftWords } from '@callfolio/shared/page/time-left.ts'
import { formatDay } from '@callfolio/shared/format.ts'
import { buttonClass } from '@callfolio/shared/ui/button.tsx'
import { SIGN_UP_PATH } from '../lib/auth-paths.ts'
import { useWords } from './words.ts'

/** The owner's logo, else the product's. For signed-in users the script replaces it with a bar. */
export function PageHeader({ logoUrl }: { logoUrl: string | null }) {
  const { words } = useWords()
  return (
    <header className="border-b border-line print:border-0">
      <div className="mx-auto flex h-14 max-w-[75rem] items-center px-5 sm:px-8 print:mb-6 print:h-auto print:px-0">
        <div data-signed-in lang="en" className="flex w-full empty:hidden print:hidden" />
        <div data-visitor className="[&[hidden]]:hidden">
          {logoUrl === null ? (
            <ProductLogo />
          ) : (
            <img src={new URL(logoUrl).pathname} alt={words.logo} className="max-h-8 max-w-48 object-contain" />
          )}
        </div>
      </div>
    </header>
  )
}

/** The product's logo and name, linking home. */
export function ProductLogo() {
  return (
    <a href="/" className="inline-flex items-center gap-2.5 rounded-sm text-17 font-semibold tracking-tight text-ink">
      <img src="/favicon.svg" alt="" width={26} height={26} />
      {BRAND.name}
    </a>
  )
}

/** Says that this is a shared link and when it expires; the script shows the remaining time. */
export function ShareBanner({ expiresAt }: { expiresAt: string }) {
  const { words, language } = useWords()
  const ofTime: TimeLeftWords = { words: words.timeLeft, language }
  const until = fill(words.until, { day: formatDay(expiresAt, language) })
  return (
    <Banner>
      <Link2 size={16} aria-hidden className="shrink-0" />
      <strong className="font-semibold">{words.sharedLink}</strong>
      <span aria-hidden>·</span>
      <time
        data-remaining
        data-words={JSON.stringify(ofTime)}
        dateTime={expiresAt}
        title={until}
        className="tabular-nums"
      >
        {until}
      </time>
    </Banner>
  )
}

/** Replaces it in a preview. */
export function PreviewBanner() {
  const { words } = useWords()
  return (
    <Banner>
      <Eye size={16} aria-hidden className="shrink-0" />
      <strong className="font-semibold">{words.preview}</strong>
      <span aria-hidden>·</span>
      <span>{words.previewNote}</span>
    </Banner>
  )
}

function Banner({ children }: { children: ReactNode }) {
  const { words } = useWords()
  return (
    <aside aria-label={words.aboutLink} className="bg-accent-fill text-13 text-on-accent print:hidden">
      <p className="mx-auto flex min-h-9 max-w-[75rem] items-center gap-2 px-5 py-1.5 sm:px-8">{children}</p>
    </aside>
  )
}

/** A visitor's next step; shown last. */
export function CallToAction() {
  const { callToAction: words } = useWords().words
  return (
    <aside
      data-visitor
      aria-labelledby="create-your-own"
      className="border-t border-line bg-surface print:hidden [&[hidden]]:hidden"
    >
      <div className="mx-auto flex max-w-[75rem] flex-wrap items-center justify-between gap-x-12 gap-y-6 px-5 py-12 sm:px-8 sm:py-16">
        <div className="grid max-w-[36rem] gap-2">
          <h2 id="create-your-own" className="text-28 font-semibold tracking-tight">
            {words.title}
          </h2>
          <p className="text-17 text-muted">{words.text}</p>
        </div>
        <div className="flex flex-wrap gap-3">
          <a href={SIGN_UP_PATH} className={buttonClass()}>
            {words.start}
          </a>
          <a href="/" className={buttonClass('secondary')}>
            {words.more}
          </a>
        </div>
      </div>
    </aside>
  )
}
