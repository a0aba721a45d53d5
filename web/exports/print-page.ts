import type { ExportDocument } from './export-document.ts'
import { htmlBody } from './html-body.ts'
import { html } from './html.ts'
import { PRINT_STYLE } from './print-style.ts'

/** Nothing is fetched and no script runs, whatever the texts hold. */
const POLICY = "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'"

/** @returns an HTML file made for printing, whole in itself. */
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
