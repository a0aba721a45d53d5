import type { Segment } from '@callfolio/shared/contract/transcript.ts'
import type { Analysis } from '../src/analysis/analyst.ts'
import { numbersIn } from './numbers.ts'
import { tokens } from './tokens.ts'

type Quotes = Analysis['quotes']

/** The quotes that their speaker said word for word. */
export function faithfulQuotes(quotes: Quotes, cues: readonly Segment[]): Quotes {
  const streams = Map.groupBy(cues, ({ speaker }) => speaker)
  return quotes.filter(({ text, speaker }) =>
    plainly((streams.get(speaker ?? null) ?? []).map((cue) => cue.text).join(' ')).includes(plainly(text)),
  )
}

/** The words of a text between spaces, so that whole words are compared. */
function plainly(text: string): string {
  return ` ${tokens(text).join(' ')} `
}

/** The numbers in the texts that were not said in the call, compared by value. */
export function inventedNumbers(texts: readonly string[], lines: readonly Segment[]): string[] {
  const spoken = new Set(lines.flatMap(({ text }) => numbersIn(text)).flatMap(({ readings }) => [...readings]))
  return texts
    .flatMap((text) => numbersIn(text))
    .filter(({ readings }) => spoken.isDisjointFrom(readings))
    .map(({ text }) => text)
}
