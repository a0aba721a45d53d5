import type { SharedPage } from '@callfolio/shared/shared-page.ts'
import { buttonClass } from '@callfolio/shared/ui/button.ts'
import { ProductLogo } from './page-header.tsx'

type MessagePage = Exclude<SharedPage, { state: 'open' | 'preview' | 'gate' }>

/** A link that shows no microsite says why. For those who are signed in the script makes the button lead to the dashboard. */
export function MessageScreen({ page }: { page: MessagePage }) {
  const [title, text] = wordsOf(page)
  return (
    <div className="min-h-dvh px-5 py-5 sm:px-8">
      <header>
        <ProductLogo />
      </header>
      <main className="mx-auto grid max-w-[34rem] justify-items-start gap-3 pt-[18vh]">
        <h1 className="text-28 font-semibold tracking-tight">{title}</h1>
        <p className="text-17 text-muted">{text}</p>
        <a data-home href="/" className={`mt-3 ${buttonClass()}`}>
          Go to Home
        </a>
      </main>
    </div>
  )
}

function wordsOf(page: MessagePage): [title: string, text: string] {
  switch (page.state) {
    case 'gone':
      return ['Link Not Found', page.message]
    case 'expired':
      return ['Link Expired', 'This shareable link has expired and is no longer available.']
    case 'preview_ended':
      return ['Preview Ended', 'A preview is open for five minutes. Choose View on the microsite to see it again.']
    case 'failed':
      return ['This page can’t be shown', page.message]
  }
}
