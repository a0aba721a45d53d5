import { renderToStaticMarkup } from 'react-dom/server'
import {
  PART_LINES,
  UNFURL_PICTURE,
  type OpenPage,
  type OpenPageAt,
  type PageFrame,
  type PageLine,
  type PartAt,
  type RenderSharedPage,
  type SharedPage,
  type WritePage,
} from '@callfolio/shared/shared-page.ts'
import { segmentIndexAt } from '../lib/segments.ts'
import { isInParts, lineId } from './read-content.ts'
import { LINES_PLACE, TranscriptPart } from './transcript.tsx'
import type { PageWords } from '@callfolio/shared/page-words/en.ts'
import { pageWords } from '@callfolio/shared/page-words/page-words.ts'
import { buttonClass } from '@callfolio/shared/ui/button.ts'
import { accentStyle } from '../ui/accent-style.ts'
import { DocumentPage } from './document-page.tsx'
import { GateScreen } from './gate-screen.tsx'
import { Unfurl } from './unfurl.tsx'
import { ProductLogo } from './page-header.tsx'
import { PageLanguagesContext, useWords } from './words.ts'

/** Renders a page under /s/ for good: nothing is hydrated, a small script adds what moves. */
export const renderSharedPage: RenderSharedPage = (page, frame) => {
  if (page.state !== 'open') return renderDocument(page, frame)
  const { startMs, video, microsite } = page
  return openPageAt(writePage(page, frame), { startMs, part: null, lines: microsite.segments, video })
}

/** As `renderSharedPage`, but for what belongs to one visit. */
export const writePage: WritePage = (page, frame) => ({
  html: renderDocument(page, frame),
  parts: isInParts(page) ? renderParts(page, frame) : [],
})

function renderDocument(page: SharedPage, frame: PageFrame): string {
  return `<!doctype html>${renderToStaticMarkup(<HtmlDocument page={page} frame={frame} />)}`
}

function renderParts({ microsite: { segments, transcript_info: info } }: OpenPage, { language }: PageFrame): string[] {
  return Array.from({ length: Math.ceil(segments.length / PART_LINES) }, (_, index) =>
    renderToStaticMarkup(
      <PageLanguagesContext value={{ language, ofCall: info?.language ?? null }}>
        <TranscriptPart segments={segments} part={index + 1} />
      </PageLanguagesContext>,
    ),
  )
}

/** Addresses name whole seconds: the line that begins within one is meant. */
const SECOND_MS = 1000

const lineIndexAt = (lines: readonly PageLine[], startMs: number) => segmentIndexAt(lines, startMs + SECOND_MS - 1)

/** A part that there is not is the last one. */
export const partAt: PartAt = ({ parts }, { startMs, part, lines }) => {
  const meant = startMs === null ? 1 : Math.floor(lineIndexAt(lines, startMs) / PART_LINES) + 1
  return Math.min(Math.max(1, part ?? meant), Math.max(1, parts.length))
}

/** Written into the page afterwards, so that one document serves all moments of it. Texts on it hold no quotation marks. */
export const openPageAt: OpenPageAt = (written, start) => {
  const { startMs, lines, video } = start
  const lined = written.html.split(LINES_PLACE).join(written.parts[partAt(written, start) - 1] ?? '')
  if (startMs === null) return lined
  const line = lines[lineIndexAt(lines, startMs)]
  const marked =
    line === undefined ? lined : addTo(lined, `id="${inAttribute(lineId(line.id))}"`, ' aria-current="true"')
  if (video === null) return marked
  // The fragment takes the player there, also where no script runs.
  return addTo(marked, `src="${inAttribute(video.src)}`, `#t=${startMs / 1000}`)
}

function addTo(html: string, found: string, addition: string): string {
  const end = html.indexOf(found) + found.length
  return end < found.length ? html : html.slice(0, end) + addition + html.slice(end)
}

/** What React makes of the one sign that an encoded text may have. */
const inAttribute = (encoded: string) => encoded.replaceAll("'", '&#x27;')

/** The whole document: what machines read in its head, what people read in its body. */
function HtmlDocument({ page, frame }: { page: SharedPage; frame: PageFrame }) {
  const { script, styles, font } = frame.assets
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
        {styles.map((href) => (
          <link key={href} rel="stylesheet" href={href} />
        ))}
        {version !== undefined && (
          // Without a script the page comes again by itself; with one its sections do.
          <noscript>
            <meta httpEquiv="refresh" content={String(REFRESH_SECONDS)} />
          </noscript>
        )}
        <script type="module" src={script} />
      </head>
      <body
        data-page={page.state}
        data-ticket={page.state === 'open' ? page.viewTicket : undefined}
        data-version={version}
      >
        <PageLanguagesContext value={{ language, ofCall: microsite?.transcript_info?.language ?? null }}>
          <Screen page={page} now={frame.now} />
        </PageLanguagesContext>
      </body>
    </html>
  )
}

/** Where there is no script; a slower one would look like a page that stands still. */
const REFRESH_SECONDS = 15

/** The version of a page that others follow; undefined: it is complete. */
function awaitedVersion(page: SharedPage): string | undefined {
  const isAwaited =
    page.state === 'waiting' || (page.state === 'open' && (page.preparation !== null || page.isWithheld))
  return isAwaited ? page.version : undefined
}

function Screen({ page, now }: { page: SharedPage; now: Date }) {
  if (page.state === 'open' || page.state === 'preview') return <DocumentPage page={page} now={now} />
  return page.state === 'gate' ? <GateScreen page={page} /> : <MessageScreen page={page} />
}

type MessagePage = Exclude<SharedPage, { state: 'open' | 'preview' | 'gate' }>

/** A link that shows no microsite states the reason. For those who are signed in the script makes the button lead to the dashboard. */
function MessageScreen({ page }: { page: MessagePage }) {
  const { words } = useWords()
  const { title, text } = messageOf(page, words)
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

function messageOf(page: MessagePage, words: PageWords): { title: string; text: string } {
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
