import type { EvidenceItem } from '@callfolio/shared/contract/microsite.ts'
import type { Segment } from '@callfolio/shared/contract/transcript.ts'
import { plainWords, spokenWords, withoutFillers, type SpokenWord } from '../language/spoken-words.ts'
import { deadlinesIn } from '../language/deadlines.ts'
import { contentStems } from '../language/english.ts'
import { around, type Call, type Claim } from './claim.ts'
import { wholeQuote } from './whole-quote.ts'

/** Shorter runs of words are found in almost any call by accident. */
const FEWEST_WORDS = 3
const QUOTED = /“([^“”]*)”/gu
const LEFT_OUT = /\s*…\s*/u
/** A step may quote what was said this many lines before it. */
const NEAR = 4

/** Whether a claim has only a speaker's name, words from around its lines, and a day that was said there. */
export function isOnlySaid({ text, places }: Claim, call: Call): boolean {
  const [prefix = '', name] = /^([^“”:]+): /u.exec(text) ?? []
  const quotes = [...text.matchAll(QUOTED)].flatMap(([, quote = '']) => quote.split(LEFT_OUT))
  const lines = around(call, { places }, NEAR)
  const said = ` ${lines.flatMap((line) => plainWords(line.text)).join(' ')} `
  const rest = text
    .slice(prefix.length)
    .replaceAll(QUOTED, ' ')
    .replaceAll(/[\s–.]+/gu, ' ')
    .trim()
  const stems = new Set(lines.flatMap((line) => contentStems(line.text)))
  return (
    (name === undefined || call.segments.some(({ speaker }) => speaker === name)) &&
    quotes.length > 0 &&
    quotes.map(plainWords).every((words) => words.length === 0 || said.includes(` ${words.join(' ')} `)) &&
    (rest === '' || (deadlinesIn(rest)[0]?.text === rest && contentStems(rest).every((stem) => stems.has(stem))))
  )
}

/**
 * Finds a quote in runs of adjacent lines by one speaker; ignores case, punctuation and fillers.
 * @returns the transcript's own words with their times and speaker; null when no speaker said it there.
 */
export function findQuote(text: string, runs: readonly (readonly Segment[])[]): EvidenceItem | null {
  for (const run of runs) {
    const found = findWords(text, run)
    if (found !== null) return getQuote(found, run)
  }
  return null
}

/**
 * Like `findQuote`, but extends the quote to whole statements, so that a cut can't reverse its meaning.
 * @param run adjacent lines by one speaker.
 * @param around the run with this speaker's words right before and after it.
 * @returns null when the run doesn't have it, or when it would become too long.
 */
export function findWholeQuote(text: string, run: readonly Segment[], around: readonly Segment[]): EvidenceItem | null {
  const found = findWords(text, run)
  const [first, last] = [found?.[0], found?.at(-1)]
  if (first === undefined || last === undefined) return null
  const punctuated = around.some((line) => /[.?!。？！]/.test(line.text))
  const starts = new Map<Segment, number>()
  let whole = ''
  for (const line of around) {
    starts.set(line, whole.length)
    whole += `${line.text}${punctuated ? ' ' : '\n'}`
  }
  const getPlace = ({ segment, from }: SpokenWord) => (starts.get(segment) ?? 0) + from
  const cut = wholeQuote(whole, { from: getPlace(first), to: getPlace(last) + last.to - last.from })
  if (cut === null) return null
  const words = around.flatMap(spokenWords).filter((word) => getPlace(word) >= cut.from && getPlace(word) < cut.to)
  return getQuote(words, around)
}

/** The spoken words of a run that match a text; null when there are none. */
function findWords(text: string, run: readonly Segment[]): SpokenWord[] | null {
  const wanted = withoutFillers(plainWords(text), (word) => word)
  if (wanted.length < FEWEST_WORDS) return null
  const words = run.flatMap(spokenWords)
  const found = findRun(
    withoutFillers(words, (word) => word.plain),
    wanted,
  )
  return found === null ? null : words.slice(words.indexOf(found.first), words.indexOf(found.last) + 1)
}

/** Matches the wanted words as whole words: "4" is not found in "4,000", nor "sign" in "sign-on". */
function findRun(
  words: readonly SpokenWord[],
  wanted: readonly string[],
): { first: SpokenWord; last: SpokenWord } | null {
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

function getQuote(words: readonly SpokenWord[], run: readonly Segment[]): EvidenceItem | null {
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

/** A percent sign, full stop or question mark after the last word belongs to the quote, a comma doesn't. */
function withClosingMark(text: string, to: number): number {
  return to + (text.slice(to).match(/^[%€]?[.?!…。？！]*/)?.[0].length ?? 0)
}
