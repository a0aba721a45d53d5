/** At most `points` attempts in `seconds`, counted from the first of them. */
export interface RateRule {
  name: string
  points: number
  seconds: number
}

/** Attempts and time as multiples of the first step: the longer a client tries, the longer it waits. */
const STEPS = [
  { times: 1, longer: 1 },
  { times: 2, longer: 6 },
  { times: 4, longer: 48 },
]

/** The rules of an allowance that shrinks the longer it is used up; all of them apply. */
export function steps({ name, points, seconds }: RateRule): RateRule[] {
  return STEPS.map(({ times, longer }) => ({
    name: `${name}_${times}`,
    points: points * times,
    seconds: seconds * longer,
  }))
}

/** Counts attempts. */
export interface RateLimiter {
  /**
   * Counts one attempt of `key` under the rule, or several at once, even if they are refused.
   * @returns null when all of them are allowed, else the seconds until they are.
   */
  take(rule: RateRule, key: string, attempts?: number): Promise<number | null>
  /** Takes back counted attempts. */
  giveBack(rule: RateRule, key: string, attempts?: number): Promise<void>
}
