import { toPassages, type Fields } from './fields.ts'
import { splitLines, type Parsed } from './passage.ts'

const ELEMENT = /<(?:\w+:)?(p|text|sync)\b([^<>]*)>/gi

/** Reads TTML, DFXP, YouTube's XML and SAMI. @returns null for other texts. */
export function readXml(text: string): Parsed | null {
  if (!/^\s*</.test(text) || !/<(?:\w+:)?(?:tt|timedtext|transcript|sami)\b/i.test(text.slice(0, 2000))) return null
  const agents = new Map(
    [...text.matchAll(/<(?:\w+:)?agent\b[^<>]*xml:id="([^"<>]*)"[^<>]*>\s*<(?:\w+:)?name\b[^<>]*>([^<>]*)</gi)].map(
      ([, id = '', name = '']) => [id, name],
    ),
  )
  const found = [...text.matchAll(ELEMENT)]
  const isSami = /<sami/i.test(text.slice(0, 2000))
  const list = found.flatMap((match, at): Fields[] => {
    const [tag, name = '', attributes = ''] = match
    if (isSami && !/^sync$/i.test(name)) return []
    const from = match.index + tag.length
    const next = isSami
      ? found.slice(at + 1, at + 4).find(([, other]) => /^sync$/i.test(other ?? ''))?.index
      : text.indexOf(`</`, from) < 0
        ? undefined
        : closingAt(text, from, name)
    const body = text
      .slice(from, next ?? text.length)
      .replaceAll(/<(?:\w+:)?br\b[^<>]*>/gi, '\n')
      .replaceAll(/<[^<>]*>/g, '')
    const given = Object.fromEntries(
      [...attributes.matchAll(/([\w:]+)\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+))/g)].map(([, key = '', a, b, c]) => [
        key.toLowerCase().replace(/^.*:/, ''),
        a ?? b ?? c ?? '',
      ]),
    )
    const isYouTube = name.toLowerCase() === 'p' && given['t'] !== undefined
    return [
      {
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
      },
    ]
  })
  return { passages: toPassages(list), asides: null }
}

function closingAt(text: string, from: number, name: string): number {
  const close = text.indexOf(`${name}>`, from)
  return close < 0 ? text.length : text.lastIndexOf('<', close)
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
  return passages.length === 0 ? null : { passages, asides: null }
}
