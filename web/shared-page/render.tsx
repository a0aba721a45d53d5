import { renderToStaticMarkup } from 'react-dom/server'
import {
  UNFURL_PICTURE,
  type PageFrame,
  type RenderSharedPage,
  type SharedPage,
} from '@callfolio/shared/page/shared-page.ts'
import type { PageWords } from '@callfolio/shared/page-words/en.ts'
import { pageWords } from '@callfolio/shared/page-words/page-words.ts'
import { buttonClass } from '@callfolio/shared/ui/button.tsx'
import { withInHead } from '@callfolio/shared/page/with-in-head.ts'
import { accentStyle } from '../ui/accent-style.ts'
import { DocumentPage } from './document-page.tsx'
import { GateScreen } from './gate-screen.tsx'
import { Unfurl } from './unfurl.tsx'
import { ProductLogo } from './page-header.tsx'
import { PageLanguagesContext, useWords } from './words.ts'

/** Renders a page under /s/: nothing is hydrated, a small script adds interactivity. */
export const renderSharedPage: RenderSharedPage = (page, frame) =>
  withInHead(
    `<!doctype html>${renderToStaticMarkup(<HtmlDocument page={page} frame={frame} />)}`,
    `<style>${frame.assets.styles}</style>`,
  )

/** The whole document: metadata in its head, content in its body. */
function HtmlDocument({ page, frame }: { page: SharedPage; frame: PageFrame }) {
  const { script, font } = frame.assets
  const microsite = 'microsite' in page ? page.microsite : null
  const { language } = frame
  const version = awaitedVersion(page)
  return (
    <html lang={language} style={accentStyle(microsite?.branding.accent ?? null)}>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover" />
        <meta name="color-scheme" content="light dark" />
        <meta name="theme-color" content="#ffffff" media="(prefers-color-scheme: light)" />
        <meta name="theme-color" content="#101215" media="(prefers-color-scheme: dark)" />
        <meta name="robots" content="noindex, nofollow" />
        <meta name="referrer" content="no-referrer" />
        <Unfurl
          microsite={microsite}
          words={pageWords(language)}
          picture={frame.origin + ((page.state === 'open' && page.cardUrl) || UNFURL_PICTURE)}
        />
        <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
        {font !== null && <link rel="preload" as="font" type="font/woff2" crossOrigin="" href={font} />}
        {version !== undefined && (
          // Without a script the page reloads itself; with one only its sections are updated.
          <noscript>
            <meta httpEquiv="refresh" content={String(REFRESH_SECONDS)} />
          </noscript>
        )}
        <script type="module" src={script} />
      </head>
      <body data-page={page.state} data-version={version}>
        <PageLanguagesContext value={{ language, ofCall: microsite?.transcript_info?.language ?? null }}>
          <Screen page={page} />
        </PageLanguagesContext>
      </body>
    </html>
  )
}

/** Reload interval without a script; any longer and the page would seem stuck. */
const REFRESH_SECONDS = 15

/** The version of a page that will be updated; undefined: it is complete. */
function awaitedVersion(page: SharedPage): string | undefined {
  const isAwaited =
    page.state === 'waiting' || (page.state === 'open' && (page.preparation !== null || page.isWithheld))
  return isAwaited ? page.version : undefined
}

function Screen({ page }: { page: SharedPage }) {
  if (page.state === 'open' || page.state === 'preview') return <DocumentPage page={page} />
  return page.state === 'gate' ? <GateScreen page={page} /> : <MessageScreen page={page} />
}

type MessagePage = Exclude<SharedPage, { state: 'open' | 'preview' | 'gate' }>

/**
 * A link without a microsite states the reason. For signed-in users the script points the button to the dashboard.
 */
function MessageScreen({ page }: { page: MessagePage }) {
  const { words } = useWords()
  const { title, text } = getMessage(page, words)
  return (
    <div className="min-h-dvh px-5 py-5 sm:px-8">
      <header>
        <ProductLogo />
      </header>
      <main className="mx-auto grid max-w-[34rem] justify-items-start gap-3 pt-[18vh]">
        <h1 className="text-28 font-semibold tracking-tight">{title}</h1>
        <p className="text-17 text-muted">{text}</p>
        <a data-home href="/" className={`mt-3 ${buttonClass()}`}>
          {words.home}
        </a>
      </main>
    </div>
  )
}

function getMessage(page: MessagePage, words: PageWords): { title: string; text: string } {
  switch (page.state) {
    case 'gone':
      return { title: words.gone.title, text: words.gone[page.why] }
    case 'expired':
      return words.expired
    case 'waiting':
      return words.waiting
    case 'unavailable':
      return words.unavailable
    case 'preview_ended':
      return words.previewEnded
    case 'failed':
      return words.failed
  }
}
