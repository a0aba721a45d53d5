import { cleanTexts } from './clean-text.ts'
import { exportDocument } from './export-document.ts'
import type { ExportOptions, ExportSource } from './export-source.ts'
import { htmlBody } from './html-body.ts'
import { plainText } from './plain-text.ts'

/** @returns a microsite for the clipboard: as elements without style, which Google Docs takes as they are, and as plain text. */
export function richText(source: ExportSource, options: ExportOptions): { html: string; text: string } {
  const document = exportDocument(cleanTexts(source), options)
  return { html: htmlBody(document).markup, text: plainText(document) }
}
