import type { MicrositeOutline, OutlineItem } from '@callfolio/shared/microsite-outline.ts'
import { paragraphsOf } from './paragraphs.ts'

/** The summary's sentences by paragraph, as its author broke the lines; one that goes over a line end has its moment at its end. */
export function summaryParagraphs({ text, sentences }: MicrositeOutline['summary']): OutlineItem[][] {
  if (sentences.length === 0)
    return paragraphsOf(text).map((paragraph) => [{ text: paragraph, speaker: null, moment: null }])
  const paragraphs: OutlineItem[][] = []
  let at = 0
  for (const sentence of sentences) {
    const start = text.indexOf(sentence.text, at)
    const pieces = piecesOf(sentence)
    const [first, ...others] = pieces
    const current = paragraphs.at(-1)
    if (first !== undefined && current !== undefined && !text.slice(at, start).includes('\n')) current.push(first)
    else if (first !== undefined) paragraphs.push([first])
    paragraphs.push(...others.map((piece) => [piece]))
    at = start + sentence.text.length
  }
  return paragraphs
}

function piecesOf({ text, speaker, moment }: OutlineItem): OutlineItem[] {
  const pieces = paragraphsOf(text)
  return pieces.map((piece, index) => ({ text: piece, speaker, moment: index === pieces.length - 1 ? moment : null }))
}
