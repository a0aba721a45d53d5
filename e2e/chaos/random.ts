/** A seeded random number generator (mulberry32). */
export interface Random {
  /** An integer from `least` to `most`. */
  between(least: number, most: number): number
  /** True in this percentage of cases. */
  percent(chance: number): boolean
  pick<T>(choices: readonly [T, ...T[]]): T
}

export function createRandom(seed: number): Random {
  let state = seed >>> 0
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  const between = (least: number, most: number) => least + Math.floor(next() * (most - least + 1))
  return {
    between,
    percent: (chance) => next() * 100 < chance,
    pick: (choices) => choices[between(0, choices.length - 1)] ?? choices[0],
  }
}
