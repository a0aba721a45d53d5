import { wordsOf } from '../english.ts'
import common from './common-words.json' with { type: 'json' }
import type { Sentence } from './sentences.ts'
import { contentStems, isNumber } from './words.ts'

/** How strongly each content word, as a stem, marks what this call is about; 0 and up. */
export type CallWords = ReadonlyMap<string, number>

/** Log of the share of a word that is in no list. */
const RARE = -11.5
/** Parts of the call in which a word may come back. */
const PARTS = 20

/** Amounts matter by what they count. */
const NUMBER_WORTH = 0.05

const LOG_SHARES = logShares()

/**
 * Weighs the words of a call: one counts that is said often, more often than English in general says it, and all over the
 * call.
 */
export function weighWords(sentences: readonly Sentence[]): CallWords {
  const counts = new Map<string, { count: number; parts: Set<number> }>()
  let total = 0
  for (const { index, stems } of sentences) {
    for (const stem of stems) {
      const known = counts.get(stem) ?? { count: 0, parts: new Set() }
      counts.set(stem, {
        count: known.count + 1,
        parts: known.parts.add(Math.floor((index * PARTS) / sentences.length)),
      })
      total++
    }
  }
  return new Map(
    [...counts].map(([stem, { count, parts }]) => [
      stem,
      count * surprise(stem, count / total) * Math.sqrt(parts.size) * (isNumber(stem) ? NUMBER_WORTH : 1),
    ]),
  )
}

/** How many times more often (as a logarithm) a word is said here than in general. */
function surprise(stem: string, share: number): number {
  return Math.max(0.1, Math.log(share) - (LOG_SHARES.get(stem) ?? RARE))
}

function logShares(): ReadonlyMap<string, number> {
  const shares = new Map<string, number>()
  for (const [log, words] of Object.entries(common)) {
    for (const word of wordsOf(words)) {
      for (const stem of contentStems(word)) shares.set(stem, (shares.get(stem) ?? 0) + Math.exp(Number(log)))
    }
  }
  return new Map([...shares].map(([stem, share]) => [stem, Math.log(share)]))
}
