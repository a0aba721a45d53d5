import { likeness, type Candidate } from './candidates.ts'

interface Choice {
  /** At most so many. */
  count: number
  /** The worth of a candidate; 0 or less: never. */
  worth: (candidate: Candidate) => number
  /** Candidates that are shown already; what says the same is left out. */
  besides?: readonly Candidate[]
}

/** Two sentences that share so much of their words say the same. */
const SAME = 0.6
/** How much being close to what is chosen takes away. */
const CROWDING = 0.5

/**
 * Picks the worthiest candidates that say different things and come from all over the call.
 * @returns them in the order of the call.
 */
export function choose(candidates: readonly Candidate[], { count, worth, besides = [] }: Choice): Candidate[] {
  const length = Math.max(1, ...candidates.map((candidate) => candidate.sentence.index + 1))
  const chosen: Candidate[] = []
  let rest = candidates.filter((candidate) => worth(candidate) > 0 && besides.every((shown) => likeness(candidate, shown) < SAME))
  while (chosen.length < count) {
    const best = highest(rest, (candidate) => worth(candidate) * room(candidate, chosen, length))
    if (best === undefined) break
    chosen.push(best)
    rest = rest.filter((candidate) => likeness(candidate, best) < SAME)
  }
  return chosen.toSorted((a, b) => a.sentence.index - b.sentence.index)
}

function highest(candidates: readonly Candidate[], valueOf: (candidate: Candidate) => number): Candidate | undefined {
  let best: { candidate: Candidate; value: number } | undefined
  for (const candidate of candidates) {
    const value = valueOf(candidate)
    if (best === undefined || value > best.value) best = { candidate, value }
  }
  return best?.candidate
}

/** 1 far from everything chosen, less beside it in time or in words. */
function room(candidate: Candidate, chosen: readonly Candidate[], length: number): number {
  const closest = chosen.map((other) => {
    const distance = Math.abs(other.sentence.index - candidate.sentence.index) / length
    return Math.max(likeness(candidate, other), 1 - distance * (chosen.length + 1))
  })
  return 1 - CROWDING * Math.max(0, ...closest)
}
