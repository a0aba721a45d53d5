import { MARKDOWN_LINK, plainText } from './caption-text.ts'
import type { Parsed } from './passage.ts'
import { isNoise, isServiceLine } from './service-lines.ts'
import type { SpokenText } from './speaker-labels.ts'

const WORD = /[\p{L}\p{M}]+/gu
/** Tags inside words, and markup between them. */
const INNER_TAG = /<\/?(?:c|i|b|u|s|em|strong|font|span|lang|ruby|rt)\b[^<>]{0,300}>|\{\\[^{}]{0,100}\}/gi
const MARKUP = /<[^<>]{0,300}>|\\[Nnh]|\[br\]/g
/** Words around the expected place in which a line's words are searched: rolling captions repeat lines. */
const NEARBY_WORDS = 100
const LINE_END = /\r+\n|\r|\n|\u2028|\u2029/
const WORDS_IN_A_ROW = 3

/**
 * Compares a file's words with those that were read from it, in linear time.
 * @param text the whole file.
 * @param parsed what was read of it.
 * @param spoken the same with its speakers, in the file's order.
 * @returns the lines with missing words, shortened; those of a text file with their numbers.
 */
export function lostLines(text: string, parsed: Parsed, spoken: readonly SpokenText[]): string[] {
  return parsed.content === null ? fromText(text, parsed.asides, spoken) : fromEntries(parsed.content, spoken)
}

/** In a text, the words of a line have to follow each other near the place that the lines before it lead to. */
function fromText(text: string, asides: readonly string[], spoken: readonly SpokenText[]): string[] {
  const ids = new Map<string, number>()
  const getIds = (given: string): number[] =>
    words(given).map((word) => {
      const id = ids.get(word) ?? ids.size
      ids.set(word, id)
      return id
    })
  const said = spoken.flatMap((turn) => getIds(turn.text))
  const names = new Set(spoken.flatMap(({ speaker }) => getIds(speaker ?? '')))
  const heads = new Set(asides.map((aside) => words(aside).join(' ')))
  let place = 0
  return text.split(LINE_END).flatMap((line, at) => {
    const plain = withoutMarkup(line)
    if (isNoise(plain) || isServiceLine(plain) || /-->|^WEBVTT/.test(line)) return []
    const end =
      follow(getIds(plain), said, place, names) ??
      follow(getIds(plain.slice(headLength(plain, heads))), said, place, names)
    if (end !== null) {
      place = Math.max(place, end)
      return []
    }
    return [`${quote(plain)} (line ${at + 1})`]
  })
}

/** Data may hold the same words as sentences and one by one, and in another order: rows of words have to be said. */
function fromEntries(content: readonly string[], spoken: readonly SpokenText[]): string[] {
  const said = new Set([
    ...rows(spoken.map(({ text }) => text).join(' ')),
    ...spoken.flatMap(({ speaker, text }) => (speaker === null ? [] : rows(`${speaker} ${text}`))),
  ])
  return content.flatMap((list) =>
    list.split(LINE_END).flatMap((line) => {
      const plain = withoutMarkup(line)
      const found = rows(plain)
      const missing = found.filter((row) => !said.has(row)).length
      return missing <= found.length / 2 || isNoise(plain) || isServiceLine(plain) ? [] : [quote(plain)]
    }),
  )
}

/** Each three words that follow each other. */
function rows(text: string): string[] {
  const all = words(text)
  return all.slice(WORDS_IN_A_ROW - 1).map((_, at) => all.slice(at, at + WORDS_IN_A_ROW).join(' '))
}

function withoutMarkup(line: string): string {
  return plainText(line.replaceAll(MARKDOWN_LINK, '$1').replaceAll(INNER_TAG, '').replaceAll(MARKUP, ' '))
}

function quote(line: string): string {
  return `“${line.length > 40 ? `${line.slice(0, 39)}…` : line}”`
}

/** Follows a line's words from a place on. @returns where they end; null: some are missing. */
function follow(
  line: readonly number[],
  said: readonly number[],
  place: number,
  names: ReadonlySet<number>,
): number | null {
  let next = place
  for (let at = 0; at < line.length; at++) {
    const word = line[at] ?? -1
    if (said[next] !== word) {
      if (names.has(word)) continue
      const found = findNearby(line.slice(at, at + WORDS_IN_A_ROW), said, place)
      if (found === null) return null
      next = found
    }
    next += 1
  }
  return next
}

/** The first place, from the expected one on, and then before it, where words follow each other. */
function findNearby(row: readonly number[], said: readonly number[], place: number): number | null {
  const isAt = (start: number) => row.every((word, at) => said[start + at] === word)
  for (let start = place; start < place + NEARBY_WORDS; start++) if (isAt(start)) return start
  for (let start = place - 1; start >= Math.max(0, place - NEARBY_WORDS); start--) if (isAt(start)) return start
  return null
}

/** Length of a line's start that is known not to be speech: a time, a name, a chat's addressees. */
function headLength(line: string, heads: ReadonlySet<string>): number {
  let read = ''
  let length = 0
  for (const { 0: word, index } of line.toLowerCase().matchAll(WORD)) {
    read = read === '' ? word : `${read} ${word}`
    if (read.length > 200) break
    if (heads.has(read)) length = index + word.length
  }
  return length
}

function words(text: string): string[] {
  return text.toLowerCase().match(WORD) ?? []
}
