import { toPassages, type Fields } from './fields.ts'
import { splitLines, type Parsed } from './passage.ts'

/** Elements that begin a line. */
const BLOCKS = new Set(['p', 'text', 'sync', 'div', 'body', 'br'])
const HIDDEN = new Set(['head', 'style', 'metadata', 'title'])
const CLOSE = /<\/(?:\w+:)?(?:p|text)\s*>/i
const ELEMENT = /<(?:\w+:)?(p|text|sync)\b([^<>]*)>/gi

/** Reads TTML, DFXP, YouTube's XML and SAMI. @returns null for other texts. */
export function readXml(text: string): Parsed | null {
  if (!/^\s*</.test(text) || !/<(?:\w+:)?(?:tt|timedtext|transcript|sami)\b/i.test(text.slice(0, 2000))) return null
  const agents = new Map(
    [...text.matchAll(/<(?:\w+:)?agent\b[^<>]*xml:id="([^"<>]*)"[^<>]*>\s*<(?:\w+:)?name\b[^<>]*>([^<>]*)</gi)].map(
      ([, id = '', name = '']) => [id, name],
    ),
  )
  const isSami = /<sami/i.test(text.slice(0, 2000))
  const found = [...text.matchAll(ELEMENT)].filter(([, name = '']) => !isSami || /^sync$/i.test(name))
  const list = found.map((match, at): Fields => {
    const [tag, name = '', attributes = ''] = match
    const inside = text.slice(match.index + tag.length, found[at + 1]?.index ?? text.length)
    const close = isSami ? -1 : inside.search(CLOSE)
    const body = (close < 0 ? inside : inside.slice(0, close))
      .replaceAll(/<(?:\w+:)?br\b[^<>]*>/gi, '\n')
      .replaceAll(/<[^<>]*>/g, '')
    const given = Object.fromEntries(
      [...attributes.matchAll(/([\w:]+)\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+))/g)].map(([, key = '', a, b, c]) => [
        key.toLowerCase().replace(/^.*:/, ''),
        a ?? b ?? c ?? '',
      ]),
    )
    const isYouTube = name.toLowerCase() === 'p' && given['t'] !== undefined
    return {
      text: body,
      ...(isYouTube || isSami
        ? {
            start_ms: Number(given['t'] ?? given['start']),
            ...(given['d'] === undefined ? {} : { duration_ms: Number(given['d']) }),
          }
        : {
            start: seconds(given['begin'] ?? given['start']),
            end: seconds(given['end']),
            dur: seconds(given['dur']),
          }),
      speaker:
        given['agent'] === undefined ? undefined : (agents.get(given['agent'].replace(/^#/, '')) ?? given['agent']),
    }
  })
  return { passages: toPassages(list), asides: [], content: [bodyText(text)] }
}

/** The text between a document's tags, each element on a line; without its head and comments. Takes linear time. */
function bodyText(text: string): string {
  let body = ''
  let hidden: string | null = null
  for (const piece of text.split('<')) {
    const close = piece.indexOf('>')
    const tag = piece.slice(0, close + 1)
    const name = /^\/?(?:\w+:)?(\w+)/.exec(tag)?.[1]?.toLowerCase() ?? ''
    if (hidden === null) hidden = piece.startsWith('!--') ? '--' : HIDDEN.has(name) && !tag.endsWith('/>') ? name : null
    const isEnd: boolean = hidden === '--' ? piece.includes('-->') : tag.startsWith('/') && name === hidden
    if (hidden === null) body += (BLOCKS.has(name) ? '\n' : '') + piece.slice(close + 1)
    else if (isEnd) hidden = null
  }
  return body
}

function seconds(value: string | undefined): string | undefined {
  return value !== undefined && /^\d+(?:\.\d+)?$/.test(value) ? `${value}s` : value
}

/** Reads SubStation Alpha: `Dialogue:` lines with the fields that `Format:` names. @returns null for other texts. */
export function readSubStation(text: string): Parsed | null {
  if (!/^Dialogue:/m.test(text)) return null
  const lines = splitLines(text)
  const events = lines.findIndex((line) => /^\[Events\]/i.test(line))
  const format =
    lines.slice(Math.max(0, events)).find((line) => line.startsWith('Format:')) ??
    'Format: Layer, Start, End, Style, Name, MarginL, MarginR, MarginV, Effect, Text'
  const keys = format
    .slice(7)
    .split(',')
    .map((key) => key.trim().toLowerCase())
  const list = lines.flatMap((line): Fields[] => {
    if (!line.startsWith('Dialogue:')) return []
    const values = line.slice(9).split(',')
    const fields = Object.fromEntries(
      keys.map((key, at) => [key, at === keys.length - 1 ? values.slice(at).join(',') : (values[at] ?? '').trim()]),
    )
    return [
      {
        ...fields,
        style: undefined,
        text: (fields['text'] ?? '').replaceAll(/\\[Nn]/g, '\n').replaceAll('\\h', ' '),
      },
    ]
  })
  const passages = toPassages(list)
  return passages.length === 0
    ? null
    : { passages, asides: [], content: [list.map(({ text: said }) => said).join('\n')] }
}
