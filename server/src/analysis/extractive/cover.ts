import type { CallWords } from './call-words.ts'
import type { Candidate } from './candidates.ts'
import { wordsOf } from './words.ts'

interface Cover {
  /** At most so many. */
  count: number
  words: CallWords
  /** The worth of a candidate beside what it tells; 0 or less: never. */
  worth: (candidate: Candidate) => number
  /** Candidates that are shown already; what they tell counts as told. */
  besides: readonly Candidate[]
}

/** Of a word told once, twice, … so much is left to gain. */
const FADING = 0.4
/** How much more a weighty word gains than a light one. */
const WEIGHT_POWER = 0.7
/** Words added to a length, so that the shortest sentences do not win by shortness alone. */
const LENGTH_FLOOR = 6
/** Two texts that share so many of their words are one too many. */
const ALIKE = 0.55

/**
 * Picks the candidates that together tell most of what a call is about in the fewest words.
 * @returns them in the order of the call.
 */
export function cover(candidates: readonly Candidate[], { count, words, worth, besides }: Cover): Candidate[] {
  const told = new Map<string, number>()
  const tell = (candidate: Candidate) => candidate.stems.forEach((stem) => told.set(stem, (told.get(stem) ?? 0) + 1))
  besides.forEach(tell)
  const shown = besides.map(bagOf)
  let rest = candidates
    .map((candidate) => ({
      candidate,
      bag: bagOf(candidate),
      gains: [...candidate.stems].map((stem) => [stem, (words.get(stem) ?? 0) ** WEIGHT_POWER] as const),
      factor: worth(candidate) / (wordsOf(candidate.text).length + LENGTH_FLOOR),
    }))
    .filter(({ bag, factor }) => factor > 0 && shown.every((other) => !alike(bag, other)))
  const chosen: Candidate[] = []
  while (chosen.length < count) {
    let best: { entry: (typeof rest)[number]; value: number } | null = null
    for (const entry of rest) {
      const value = entry.factor * entry.gains.reduce((sum, [stem, gain]) => sum + gain * FADING ** (told.get(stem) ?? 0), 0)
      if (value > (best?.value ?? 0)) best = { entry, value }
    }
    if (best === null) break
    const { entry: taken } = best
    chosen.push(taken.candidate)
    tell(taken.candidate)
    rest = rest.filter((entry) => entry !== taken && !alike(entry.bag, taken.bag))
  }
  return chosen.toSorted((a, b) => a.sentence.index - b.sentence.index)
}

interface Bag {
  counts: ReadonlyMap<string, number>
  size: number
}

function bagOf({ text }: Candidate): Bag {
  const words = wordsOf(text)
  const counts = new Map<string, number>()
  for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1)
  return { counts, size: words.length }
}

function alike(a: Bag, b: Bag): boolean {
  let shared = 0
  for (const [word, count] of a.counts) shared += Math.min(count, b.counts.get(word) ?? 0)
  return 2 * shared > ALIKE * (a.size + b.size)
}
