import type { Segment } from '@callfolio/shared/contract/transcript.ts'

/** One word of a transcript in comparable form, with its position. */
export interface SpokenWord {
  /** Lower case, letters and digits only. */
  plain: string
  segment: Segment
  /** Start and end offset in the segment's text, end exclusive. */
  from: number
  to: number
  /** The engine's times for the word; the segment's if it gives none. */
  startMs: number
  endMs: number
}

/** Numbers keep their separators ("4,000" is one word); scripts without spaces are compared character by character. */
const WORD =
  /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}]|[\p{L}\p{N}][\p{L}\p{N}\p{M}]*(?:(?:['’]|(?<=\p{N})[.,:](?=\p{N}))[\p{L}\p{N}\p{M}]+)*/gu
const HESITATIONS = new Set(['um', 'uh', 'uhm', 'erm', 'er', 'hm', 'hmm', 'mm', 'mhm', 'ah', 'eh'])
const FILLER_PAIRS = new Set(['you know', 'i mean'])

/** The words of a text in comparable form, without punctuation and case. */
export function plainWords(text: string): string[] {
  return (text.match(WORD) ?? []).map(plainForm)
}

/** The words of a segment with their offsets and times. */
export function spokenWords(segment: Segment): SpokenWord[] {
  const timeAt = wordTimes(segment)
  let letters = 0
  return [...segment.text.matchAll(WORD)].map((match) => {
    const plain = plainForm(match[0])
    const times = timeAt(letters, letters + plain.length)
    letters += plain.length
    return { plain, segment, from: match.index, to: match.index + match[0].length, ...times }
  })
}

/** Leaves out hesitations and filler phrases ("um", "you know"): they don't change a quote. */
export function withoutFillers<T>(words: readonly T[], getPlain: (word: T) => string): T[] {
  const isPair = (i: number) => {
    const [first, second] = [words[i], words[i + 1]]
    return first !== undefined && second !== undefined && FILLER_PAIRS.has(`${getPlain(first)} ${getPlain(second)}`)
  }
  return words.filter((word, i) => !HESITATIONS.has(getPlain(word)) && !isPair(i) && !isPair(i - 1))
}

function plainForm(word: string): string {
  return word.normalize('NFC').toLowerCase().replace(/['’,]/g, '')
}

type TimeOf = (fromLetter: number, toLetter: number) => { startMs: number; endMs: number }

/**
 * Engines split words differently in the text and in the list of timed words ("sign-on", "sign on"), so the two are
 * aligned letter by letter; where the letters differ only the segment's own times are certain.
 */
function wordTimes(segment: Segment): TimeOf {
  const whole = { startMs: segment.start_ms, endMs: segment.end_ms }
  const timed = (segment.words ?? []).map((word) => ({ word, letters: plainWords(word.text).join('') }))
  if (timed.length === 0 || timed.map(({ letters }) => letters).join('') !== plainWords(segment.text).join(''))
    return () => whole
  const owners = timed.flatMap(({ word, letters }) => Array.from({ length: letters.length }, () => word))
  return (fromLetter, toLetter) => {
    const [first, last] = [owners[fromLetter], owners[toLetter - 1]]
    return first === undefined || last === undefined ? whole : { startMs: first.start_ms, endMs: last.end_ms }
  }
}
