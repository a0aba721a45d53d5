import type { ExportDocument } from './export-document.ts'
import { html, htmlBody } from './html-body.ts'

/** Nothing is fetched and no script runs, whatever the texts contain. */
const POLICY = "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'"

/** @returns a self-contained HTML file made for printing. */
export function printPage(document: ExportDocument): string {
  const style = { markup: PRINT_STYLE }
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${POLICY}">
<meta name="referrer" content="no-referrer">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${document.title}</title>
<style>${style}</style>
</head>
<body>
${htmlBody(document)}</body>
</html>
`.markup
}

/**
 * Styles of the printable page: a sheet on screen, numbered pages with sensible breaks on paper. Nothing is
 * positioned: a PDF would contain it after everything else, and copied lines would lose their times.
 */
const PRINT_STYLE = `
:root { color-scheme: light; --ink: #14171c; --muted: #59626f; --line: #e3e6eb; --line-strong: #bfc6d0; --accent: #0a62b5; }
* { box-sizing: border-box; }
body { margin: 0 auto; max-width: 44rem; padding: 3rem 1.5rem; background: #fff; color: var(--ink); font: 1rem/1.6 'Inter Variable', Inter, system-ui, -apple-system, 'Segoe UI', Roboto, sans-serif; overflow-wrap: anywhere; }
h1 { margin: 0 0 .5rem; font-size: 1.75rem; line-height: 1.25; letter-spacing: -.01em; }
h1.long { font-size: 1.3rem; letter-spacing: 0; }
h2 { margin: 2.25rem 0 .75rem; font-size: 1.2rem; line-height: 1.35; }
h3 { margin: 0 0 .25rem; font-size: .875rem; }
p { margin: 0 0 .75rem; }
a { color: var(--accent); text-decoration: none; }
a:hover { text-decoration: underline; }
a:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; }
.facts, .source, .time, footer { color: var(--muted); font-size: .8125rem; font-variant-numeric: tabular-nums; }
a.time { color: var(--accent); }
.source .time { font-size: inherit; }
.description { color: var(--muted); }
.notice { margin-top: 1rem; padding: .6rem .9rem; border: 1px solid var(--line-strong); border-radius: 8px; font-size: .875rem; }
ul { margin: 0; padding: 0; }
li { margin: 0 0 .6rem; margin-inline-start: 1.25rem; }
.todos li { margin-inline-start: 0; list-style: none; padding-inline-start: 1.5rem; text-indent: -1.5rem; }
blockquote { margin: 0 0 1.25rem; padding-inline-start: 1rem; border-inline-start: 2px solid var(--line-strong); }
blockquote p { margin: 0; font-size: 1.0625rem; }
blockquote .source { margin-top: .3rem; font-size: .8125rem; }
.chapters { margin-bottom: 1.75rem; }
.speaker { margin: 1.1rem 0 .25rem; font-size: .875rem; }
.line { margin: 0 0 .4rem; font-size: .9375rem; line-height: 1.5; }
.line:has(> .time) { padding-inline-start: 4.25rem; text-indent: -4.25rem; }
.line > .time { display: inline-block; width: 4rem; text-indent: 0; }
.line i { color: var(--muted); }
footer { margin-top: 2.5rem; padding-top: .9rem; border-top: 1px solid var(--line); }
footer p { margin: 0; }
@page { margin: 18mm 17mm 20mm; @bottom-right { content: counter(page) ' / ' counter(pages); color: #59626f; font: 8pt system-ui, sans-serif; } }
@media print {
  :root { font-size: 10.5pt; }
  body { max-width: none; padding: 0; }
  h1, h2, h3, .speaker { break-after: avoid; }
  li, blockquote, .notice, footer { break-inside: avoid; }
  p { orphans: 3; widows: 3; }
  .transcript { break-before: page; }
  .transcript h2 { margin-top: 0; }
}
`
