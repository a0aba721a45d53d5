/**
 * Finds the likeliest course through states that seldom change (Viterbi, 1967).
 * @param scores how likely each state is at each step, as logarithms.
 * @param changeCost what a change of state before a step takes away.
 * @returns the state at each step.
 */
export function likeliestPath(scores: readonly (readonly number[])[], changeCost: (step: number) => number): number[] {
  let best = (scores[0] ?? []).map(() => 0)
  const comesFrom = scores.map((score, step) => {
    const cost = changeCost(step)
    const likeliest = highest(best)
    const from = best.map((value, state) => (value >= (best[likeliest] ?? 0) - cost ? state : likeliest))
    best = from.map((before, state) => (best[before] ?? 0) - (before === state ? 0 : cost) + (score[state] ?? 0))
    return from
  })
  const path: number[] = []
  let state = highest(best)
  for (let step = scores.length - 1; step >= 0; step -= 1) {
    path[step] = state
    state = comesFrom[step]?.[state] ?? state
  }
  return path
}

function highest(values: readonly number[]): number {
  return values.indexOf(Math.max(...values))
}
