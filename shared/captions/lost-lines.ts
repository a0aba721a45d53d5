import { MARKDOWN_LINK, plainText } from './caption-text.ts'
import { isNoise, isServiceLine } from './service-lines.ts'
import type { SpokenText } from './speaker-labels.ts'

const WORD = /[\p{L}\p{M}]+/gu
/** Tags inside words, and markup between them. */
const INNER_TAG = /<\/?(?:c|i|b|u|s|em|strong|font|span|lang|ruby|rt)\b[^<>]{0,300}>|\{\\[^{}]{0,100}\}/gi
const MARKUP = /<[^<>]{0,300}>|\\[Nnh]|\[br\]/g
/** Words around the expected place in which a line's words are searched: rolling captions repeat lines. */
const NEARBY_WORDS = 100
const WORDS_IN_A_ROW = 3

/**
 * Compares a file's words with those that were read from it, in order and in linear time: the words of a line have to
 * follow each other near the place that the lines before it lead to.
 * @param asides lines about the transcript, or their starts.
 * @param spoken what was read, in the file's order.
 * @returns the lines with missing words, shortened, with their numbers.
 */
export function lostLines(text: string, asides: readonly string[], spoken: readonly SpokenText[]): string[] {
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
  return text.split(/\r+\n|\r|\n|\u2028|\u2029/).flatMap((line, at) => {
    const plain = plainText(line.replaceAll(MARKDOWN_LINK, '$1').replaceAll(INNER_TAG, '').replaceAll(MARKUP, ' '))
    if (isNoise(plain) || isServiceLine(plain) || /-->|^WEBVTT/.test(line)) return []
    const end =
      follow(getIds(plain), said, place, names) ??
      follow(getIds(plain.slice(headLength(plain, heads))), said, place, names)
    if (end !== null) {
      place = Math.max(place, end)
      return []
    }
    return [`“${plain.length > 40 ? `${plain.slice(0, 39)}…` : plain}” (line ${at + 1})`]
  })
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
