import type { Segment } from '@callfolio/shared/contract/transcript.ts'
import { oneLine } from '@callfolio/shared/one-line.ts'
import type { SearchLine } from '../../db/tables/search.table.ts'
import type { SearchTerm } from '../../db/text-search.ts'

/**
 * Normalizes text for comparison: without case, accents and differences of white space. Done here, because SQLite's
 * lower() misses É.
 */
export function searchable(text: string): string {
  return oneLine(
    text
      .normalize('NFKD')
      .replace(/[\u0300-\u036F]/g, '')
      .toUpperCase()
      .toLowerCase(),
  )
}

const WORD = /[\p{L}\p{M}\p{N}]+/gu
/** Scripts without spaces between words: each pair of neighboring characters counts as a word. */
const UNSPACED =
  /((?:[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]\p{M}*)+)/u
const CHARACTER = /\P{M}\p{M}*|\p{M}/gu
/** Characters; the rest of a longer word is ignored. PostgreSQL accepts no word above 2 KB. */
const LONGEST_WORD = 40

/** The words of a text in comparable form, with repetitions. */
export function getWords(text: string): string[] {
  return splitWords(text, { lastSingle: true })
}

/** A search term: all words of the query, the last one also as a prefix. */
export function getTerms(query: string): SearchTerm[] {
  const words = splitWords(query, { lastSingle: false })
  const last = words.at(-1)
  return [...new Set(words)].map((word) => ({ word, prefix: word === last }))
}

/**
 * @param options `lastSingle`: the last of several characters without spaces is a word too, for searches of only that
 * one.
 */
function splitWords(text: string, options: { lastSingle: boolean }): string[] {
  return (searchable(text).match(WORD) ?? []).flatMap((word) =>
    isAscii(word)
      ? [cut(word)]
      : // Every second part is one of the separators: characters without spaces.
        word
          .split(UNSPACED)
          .flatMap((part, i) => (i % 2 === 1 ? pairs(part, options) : part === '' ? [] : [cut(part)])),
  )
}

function pairs(unspaced: string, { lastSingle }: { lastSingle: boolean }): string[] {
  const characters = unspaced.match(CHARACTER) ?? []
  const shown = lastSingle || characters.length === 1 ? characters : characters.slice(0, -1)
  return shown.map((character, at) => character + (characters[at + 1] ?? ''))
}

// oxlint-disable-next-line no-control-regex -- ASCII begins with control characters
const isAscii = (text: string) => /^[\u0000-\u007F]*$/.test(text)
const cut = (word: string) => (word.length <= LONGEST_WORD ? word : Array.from(word).slice(0, LONGEST_WORD).join(''))

/**
 * Number of lines indexed as one chunk: words of a query may be some minutes apart, and an hour of call has a dozen
 * rows, so that ten thousand hours that all match a word are counted in milliseconds.
 */
const CHUNK_LINES = 80
/** Characters. */
const CHUNK_LENGTH = 8000
/** A longer line is cut, so that a match is near its timestamp and fits on a card. Characters. */
const LONGEST_LINE = 1000

/**
 * A transcript in chunks. Each begins with the last line of the previous one, so that words of adjacent lines share a
 * chunk.
 */
export function getChunks(segments: readonly Segment[]): SearchLine[][] {
  const lines = segments.flatMap(({ text, start_ms: startMs, speaker }) =>
    cutLine(text).map((piece) => ({ text: piece, startMs, speaker })),
  )
  const chunks: SearchLine[][] = []
  for (let from = 0; from < lines.length;) {
    let to = from
    for (let length = 0; to < lines.length && to - from < CHUNK_LINES && length < CHUNK_LENGTH; to++)
      length += lines[to]?.text.length ?? 0
    chunks.push(lines.slice(Math.max(0, from - 1), to))
    from = to
  }
  return chunks
}

/** The distinct words of a chunk. */
export function chunkWords(lines: readonly SearchLine[]): string[] {
  return [...new Set(getWords(lines.map(spoken).join('\n')))]
}

function cutLine(text: string): string[] {
  const pieces: string[] = []
  let rest = text.trim()
  while (rest.length > LONGEST_LINE) {
    const space = rest.lastIndexOf(' ', LONGEST_LINE)
    const end = space > 0 ? space : LONGEST_LINE
    pieces.push(rest.slice(0, end))
    rest = rest.slice(end).trimStart()
  }
  return rest === '' ? pieces : [...pieces, rest]
}

/** Length of the excerpt of a long line on a card. Characters. */
const SHOWN_LENGTH = 200
/** Characters shown before the first matching word. */
const SHOWN_BEFORE = 60

/** The first of the lines with the most matching words, shortened around the first of them; null: none has one. */
export function bestLine(lines: readonly SearchLine[], terms: readonly SearchTerm[]): SearchLine | null {
  let best: SearchLine | null = null
  let most = 0
  for (const line of lines) {
    const found = countTerms(spoken(line), terms)
    if (found > most) [best, most] = [line, found]
    if (most === terms.length) break
  }
  return best && { ...best, text: shortened(best.text, terms) }
}

const spoken = ({ text, speaker }: SearchLine) => (speaker === null ? text : `${speaker} ${text}`)

function countTerms(text: string, terms: readonly SearchTerm[]): number {
  const folded = searchable(text)
  const likely = terms.filter(({ word }) => folded.includes(word))
  if (likely.length === 0) return 0
  const words = getWords(text)
  return likely.filter((term) => words.some((word) => fits(word, term))).length
}

const fits = (word: string, term: SearchTerm) => (term.prefix ? word.startsWith(term.word) : word === term.word)

function shortened(text: string, terms: readonly SearchTerm[]): string {
  if (text.length <= SHOWN_LENGTH) return text
  let at = 0
  for (const part of text.split(/(?<=\s)/)) {
    if (countTerms(part, terms) > 0) break
    at += part.length
  }
  const from = at < SHOWN_BEFORE || at >= text.length ? 0 : text.indexOf(' ', at - SHOWN_BEFORE) + 1
  const end = from + SHOWN_LENGTH
  const to = end >= text.length ? text.length : Math.max(text.lastIndexOf(' ', end), from + SHOWN_LENGTH / 2)
  return `${from > 0 ? '…' : ''}${text.slice(from, to)}${to < text.length ? '…' : ''}`
}
