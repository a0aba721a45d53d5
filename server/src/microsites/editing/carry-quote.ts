import type { Segment } from '@callfolio/shared/contract/transcript.ts'
import { findQuote } from '../../analysis/verification/find-quote.ts'
import { plainWords, spokenWords } from '../../analysis/language/spoken-words.ts'

/**
 * A quote after its lines were edited: the same passage in the current words of the transcript.
 * @returns null when too little of the passage is left to be a quote.
 */
export function carryQuote(quote: string, before: readonly Segment[], after: readonly Segment[]): string | null {
  if (before.every((line, i) => line.text === after[i]?.text)) return quote
  const still = findQuote(quote, [after])
  if (still) return still.text
  const passage = editedPassage(plainWords(quote), getWords(before), getWords(after))
  return findQuote(passage.join(' '), [after])?.text ?? null
}

/** Locates the quoted words: text before and after the edited part is unchanged, the edited part is included whole. */
function editedPassage(quote: readonly string[], before: readonly string[], after: readonly string[]): string[] {
  const from = before.findIndex((_, i) => quote.every((word, k) => before[i + k] === word))
  if (from === -1) return []
  const to = from + quote.length
  const same = (a: string, b: string | undefined) => a === b
  const head = runLength(before, (word, i) => same(word, after[i]))
  const most = Math.min(before.length, after.length) - head
  const tail = Math.min(
    most,
    runLength(before.toReversed(), (word, i) => same(word, after.at(-1 - i))),
  )
  const grown = after.length - before.length
  const editEnd = before.length - tail
  const start = from <= head ? from : from >= editEnd ? from + grown : head
  const end = to <= head ? to : Math.max(to, editEnd) + grown
  return after.slice(start, end)
}

function runLength(words: readonly string[], matches: (word: string, i: number) => boolean): number {
  const end = words.findIndex((word, i) => !matches(word, i))
  return end === -1 ? words.length : end
}

function getWords(lines: readonly Segment[]): string[] {
  return lines.flatMap((line) => spokenWords(line).map((word) => word.plain))
}
