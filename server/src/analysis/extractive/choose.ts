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
  let rest = candidates
    .map((candidate) => ({ candidate, value: worth(candidate) }))
    .filter(({ candidate, value }) => value > 0 && besides.every((shown) => likeness(candidate, shown) < SAME))
  while (chosen.length < count) {
    let best: { candidate: Candidate; value: number } | undefined
    for (const { candidate, value } of rest) {
      const roomy = value * room(candidate, chosen, length)
      if (best === undefined || roomy > best.value) best = { candidate, value: roomy }
    }
    if (best === undefined) break
    const { candidate: taken } = best
    chosen.push(taken)
    rest = rest.filter(({ candidate }) => likeness(candidate, taken) < SAME)
  }
  return chosen.toSorted((a, b) => a.sentence.index - b.sentence.index)
}

/** 1 far from everything chosen, less beside it in time or in words. */
function room(candidate: Candidate, chosen: readonly Candidate[], length: number): number {
  const closest = chosen.map((other) => {
    const distance = Math.abs(other.sentence.index - candidate.sentence.index) / length
    return Math.max(likeness(candidate, other), 1 - distance * (chosen.length + 1))
  })
  return 1 - CROWDING * Math.max(0, ...closest)
}
