import type { EvidenceItem } from '@callfolio/shared/contract/microsite.ts'
import type { Segment } from '@callfolio/shared/contract/transcript.ts'
import { plainWords, spokenWords, withoutFillers, type SpokenWord } from './spoken-words.ts'

/** A shorter run of words is found in almost any call by accident. */
const FEWEST_WORDS = 3

/**
 * Looks a quote up in runs of adjacent lines by one speaker; case, punctuation and fillers are ignored.
 * @returns the transcript's own words with their times and speaker; null when nobody said it there.
 */
export function findQuote(text: string, runs: readonly (readonly Segment[])[]): EvidenceItem | null {
  const wanted = withoutFillers(plainWords(text), (word) => word)
  if (wanted.length < FEWEST_WORDS) return null
  for (const run of runs) {
    const words = run.flatMap(spokenWords)
    const found = findRun(withoutFillers(words, (word) => word.plain), wanted)
    if (found !== null) return quoteOf(words.slice(words.indexOf(found.first), words.indexOf(found.last) + 1), run)
  }
  return null
}

/** The wanted words as whole words: "4" is not found in "4,000", nor "sign" in "sign-on". */
function findRun(words: readonly SpokenWord[], wanted: readonly string[]): { first: SpokenWord; last: SpokenWord } | null {
  for (const [i, first] of words.entries()) {
    const last = words[i + wanted.length - 1]
    const fits = last !== undefined && wanted.every((word, k) => words[i + k]?.plain === word)
    if (fits && beginsWord(first) && endsWord(last)) return { first, last }
  }
  return null
}

function beginsWord({ segment, from }: SpokenWord): boolean {
  return !/[\p{L}\p{N}]-$/u.test(segment.text.slice(0, from))
}

function endsWord({ segment, to }: SpokenWord): boolean {
  return !/^-[\p{L}\p{N}]/u.test(segment.text.slice(to))
}

function quoteOf(words: readonly SpokenWord[], run: readonly Segment[]): EvidenceItem | null {
  const [first, last] = [words[0], words.at(-1)]
  if (first === undefined || last === undefined) return null
  const segments = run.slice(run.indexOf(first.segment), run.indexOf(last.segment) + 1)
  const lines = segments.map((segment) => {
    const from = segment === first.segment ? withCurrency(segment.text, first.from) : 0
    const to = segment === last.segment ? withClosingMark(segment.text, last.to) : segment.text.length
    return segment.text.slice(from, to).trim()
  })
  return {
    text: lines.join(' '),
    speaker: first.segment.speaker,
    start_ms: first.startMs,
    end_ms: Math.max(first.startMs, last.endMs),
    segment_ids: segments.map((segment) => segment.id),
  }
}

function withCurrency(text: string, from: number): number {
  return /[$€£¥]$/.test(text.slice(0, from)) ? from - 1 : from
}

/** A per cent sign, full stop or question mark after the last word belongs to the quote, a comma doesn't. */
function withClosingMark(text: string, to: number): number {
  return to + (text.slice(to).match(/^[%€]?[.?!…。？！]*/)?.[0].length ?? 0)
}
