import { END, passageText, SPEAKER, START, TEXT, toPassages } from './fields.ts'
import type { Parsed } from './passage.ts'

/** Any field with so many words may be speech if a row has no text. */
const SENTENCE_WORDS = 4

/** Reads a table whose header has a text column and a time or speaker column. @returns null for other texts. */
export function readTable(text: string): Parsed | null {
  const [first = ''] = text.replace(/^\uFEFF/, '').split(/\r?\n/, 1)
  const separator = ['\t', ';', ',', '|'].find((sign) => first.includes(sign))
  if (separator === undefined || first.length > 1000) return null
  const [header = [], ...rows] = readRows(text.replace(/^\uFEFF/, ''), separator)
  const keys = header.map(columnKey)
  const has = (names: readonly string[]) => keys.some((key) => names.includes(key))
  if (!has(TEXT) || !(has(START) || has(SPEAKER))) return null
  const textAt = keys.findIndex((key) => TEXT.includes(key))
  const list = rows.map((row) => {
    // A text with separators that isn't quoted takes several fields.
    const extra = Math.max(0, row.findLastIndex((field) => field.trim() !== '') + 1 - keys.length)
    const fields = row.toSpliced(textAt, extra + 1, row.slice(textAt, textAt + extra + 1).join(separator))
    return Object.fromEntries(keys.map((key, at) => [key, fields[at] ?? '']))
  })
  const content = list.map(
    (fields) =>
      passageText(fields) ?? Object.values(fields).find((field) => field.split(/\s+/).length >= SENTENCE_WORDS) ?? '',
  )
  return { passages: toPassages(list), asides: [], content: [content.join('\n')] }
}

function columnKey(title: string): string {
  const key = title
    .trim()
    .toLowerCase()
    .replaceAll(/\(.*?\)/g, '')
    .trim()
    .replaceAll(/[\s-]+/g, '_')
  if (/^(?:start|begin|time|timestamp|timecode)(?:_|$)/.test(key) && !START.includes(key)) return 'start'
  if (/^(?:end|stop)(?:_|$)/.test(key) && !END.includes(key)) return 'end'
  if (key.startsWith('speaker') && !SPEAKER.includes(key)) return 'speaker'
  if (/(?:^|_)(?:text|transcript|transcription|sentence)$/.test(key) && !TEXT.includes(key)) return 'text'
  return key
}

/** Quoted fields may contain separators, quotes and line breaks. */
function readRows(text: string, separator: string): string[][] {
  const rows: string[][] = [[]]
  let at = 0
  while (at < text.length) {
    const row = rows.at(-1) ?? []
    let field = ''
    if (text[at] === '"') {
      let close = at + 1
      for (;;) {
        const quote = text.indexOf('"', close)
        const end = quote < 0 ? text.length : quote
        field += text.slice(close, end)
        close = end + 1
        if (text[close] !== '"') break
        field += '"'
        close += 1
      }
      at = close
    } else {
      let end = at
      while (end < text.length && text[end] !== separator && text[end] !== '\n' && text[end] !== '\r') end += 1
      field = text.slice(at, end)
      at = end
    }
    row.push(field)
    if (text[at] === separator) at += 1
    else {
      while (at < text.length && text[at] !== '\n' && text[at] !== '\r') at += 1
      if (text[at] === '\r') at += 1
      if (text[at] === '\n') at += 1
      rows.push([])
    }
  }
  return rows.filter((row) => row.some((field) => field.trim() !== ''))
}
