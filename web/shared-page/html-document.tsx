import { UNFURL_PICTURE, type PageFrame, type SharedPage } from '@callfolio/shared/shared-page.ts'
import { accentStyle } from '../ui/accent-style.ts'
import { DocumentPage } from './document-page.tsx'
import { GateScreen } from './gate-screen.tsx'
import { MessageScreen } from './message-screen.tsx'
import { Unfurl } from './unfurl.tsx'

/** The whole document: what machines read in its head, what people read in its body. */
export function HtmlDocument({ page, frame }: { page: SharedPage; frame: PageFrame }) {
  const { script, styles, font } = frame.assets
  const microsite = 'microsite' in page ? page.microsite : null
  return (
    <html lang={microsite?.transcript_info?.language ?? 'en'} style={accentStyle(microsite?.branding.accent ?? null)}>
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
          picture={frame.origin + ((page.state === 'open' && page.cardUrl) || UNFURL_PICTURE)}
        />
        <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
        {font !== null && <link rel="preload" as="font" type="font/woff2" crossOrigin="" href={font} />}
        {styles.map((href) => (
          <link key={href} rel="stylesheet" href={href} />
        ))}
        <script type="module" src={script} />
      </head>
      <body data-page={page.state} data-ticket={page.state === 'open' ? page.viewTicket : undefined}>
        <Screen page={page} now={frame.now} />
      </body>
    </html>
  )
}

function Screen({ page, now }: { page: SharedPage; now: Date }) {
  if (page.state === 'open' || page.state === 'preview') return <DocumentPage page={page} now={now} />
  return page.state === 'gate' ? <GateScreen page={page} /> : <MessageScreen page={page} />
}
