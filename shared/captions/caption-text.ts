import { oneLine } from '../one-line.ts'

/** One voice's text in a cue, line by line, as plain text. */
export interface Utterance {
  speaker: string | null
  lines: string[]
  /** Separated from the text before it, so it doesn't continue its speaker. */
  isNew?: boolean
}

const MAX_NAME_LENGTH = 120
/** Tags that caption formats know; anything else in angle brackets is text. */
const TAG = /^\/?(?:c|i|b|u|s|v|em|strong|font|span|p|br|ruby|rt|lang)(?=$|[\s./])|^\d{1,3}:\d\d[:.]/i
const VOICE = /^v(?:\.\S*)?\s+(\S[^]*)$/i
const ENTITIES: Record<string, string> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: ' ',
  lrm: '',
  rlm: '',
}
const ENTITY = /&(?:#(\d{1,7})|#x([\da-f]{1,6})|(amp|lt|gt|quot|apos|nbsp|lrm|rlm));/gi
/** Position codes that subtitle editors leave in SRT files, such as `{\an8}`. */
const OVERRIDE = /\{\\[^{}]{1,100}\}/g
/** Subtitle editors' code for a line break within a line. */
const LINE_BREAK = /\[br\]|\\N/g
/** Direction marks and zero-width spaces. */
export const INVISIBLE = /[\u061C\u200B\u200E\u200F\u202A-\u202E\u2060\u2066-\u2069\uFEFF]/g
/** Grain and others link each time to its recording. */
export const MARKDOWN_LINK = /\[([^[\]]{1,200})\]\(https?:\/\/[^\s()]{1,2000}\)/g
/** Splits a cue's text at its `<v Name>` tags; drops other tags, decodes entities, and omits voices without words. */
export function readUtterances(cueLines: readonly string[]): Utterance[] {
  const voices: { speaker: string | null; text: string }[] = [{ speaker: null, text: '' }]
  const write = (text: string): void => {
    const last = voices.at(-1)
    if (last !== undefined) last.text += text
  }
  for (const piece of splitTags(cueLines.join('\n').replaceAll(LINE_BREAK, '\n'))) {
    if ('text' in piece) write(piece.text)
    else if (/^\/?v\b/i.test(piece.tag)) voices.push({ speaker: voiceName(piece.tag), text: '' })
    else if (/^br\b/i.test(piece.tag)) write('\n')
  }
  return voices
    .map(({ speaker, text }) => ({
      speaker,
      lines: text
        .split('\n')
        .map(plainText)
        .filter((line) => line !== ''),
    }))
    .filter(({ lines }) => lines.length > 0)
}

/** Text and tags, alternating. Takes linear time, whatever the number of brackets. */
function* splitTags(text: string): Generator<{ text: string } | { tag: string }> {
  let at = 0
  let close = -1
  for (let bracket = text.indexOf('<'); bracket >= 0; bracket = text.indexOf('<', bracket + 1)) {
    if (close < bracket) close = text.indexOf('>', bracket)
    if (close < 0) break
    const tag = text.slice(bracket + 1, close)
    if (!TAG.test(tag)) continue
    yield { text: text.slice(at, bracket) }
    yield { tag }
    at = close + 1
    bracket = close
  }
  yield { text: text.slice(at) }
}

function voiceName(tag: string): string | null {
  const name = plainText((VOICE.exec(tag)?.[1] ?? '').slice(0, MAX_NAME_LENGTH))
  return name === '' ? null : name
}

/** One line without tags, codes and invisible characters, with its entities decoded. */
export function plainText(raw: string): string {
  return oneLine(raw.replace(OVERRIDE, '').replace(ENTITY, decodeEntity).replace(INVISIBLE, ''))
}

function decodeEntity(entity: string, decimal?: string, hex?: string, name?: string): string {
  if (name !== undefined) return ENTITIES[name.toLowerCase()] ?? entity
  const code = decimal === undefined ? Number.parseInt(hex ?? '', 16) : Number(decimal)
  return code <= 0x10ffff ? String.fromCodePoint(code) : entity
}
