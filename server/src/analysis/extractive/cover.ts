import type { CallWords } from './call-words.ts'
import type { Candidate } from './candidates.ts'
import { wordsOf } from './words.ts'

const N = (k: string, d: number) => Number(process.env[k] ?? d)

export function cover(candidates: readonly Candidate[], words: CallWords, count: number, worth: (c: Candidate) => number, shown: readonly Candidate[]): Candidate[] {
  const covered = new Map<string, number>()
  const cover = (c: Candidate) => { for (const stem of c.stems) covered.set(stem, (covered.get(stem) ?? 0) + 1) }
  shown.forEach(cover)
  const [gpow, fade, lpow, lfloor] = [N('GPOW', 0.7), N('FADE', 0.4), N('LPOW', 0.7), N('LFLOOR', 6)]
  let rest = candidates.map((c) => ({ c, gains: [...c.stems].map((stem) => [stem, (words.get(stem) ?? 0) ** gpow] as const), factor: worth(c) / (wordsOf(c.text).length + lfloor) ** lpow })).filter(({ c, factor }) => factor > 0 && shown.every((other) => !alike(c.text, other.text)))
  const chosen: Candidate[] = []
  while (chosen.length < count) {
    let best: Candidate | null = null
    let value = 0
    for (const { c, gains, factor } of rest) {
      let gain = 0
      for (const [stem, weight] of gains) gain += weight * fade ** (covered.get(stem) ?? 0)
      if (gain * factor > value) { value = gain * factor; best = c }
    }
    if (best === null) break
    const taken = best
    chosen.push(taken)
    rest = rest.filter(({ c }) => c !== taken && !alike(c.text, taken.text))
    cover(taken)
  }
  return chosen.toSorted((a, b) => a.sentence.index - b.sentence.index)
}

/** True when two texts share so many of their words that reading both is a waste. */
export function alike(a: string, b: string): boolean {
  const [one, other] = [wordsOf(a), wordsOf(b)]
  const counts = new Map<string, number>()
  for (const word of one) counts.set(word, (counts.get(word) ?? 0) + 1)
  let shared = 0
  for (const word of other) {
    const left = counts.get(word) ?? 0
    if (left > 0) { shared++; counts.set(word, left - 1) }
  }
  return (2 * shared) / (one.length + other.length) > 0.55
}
