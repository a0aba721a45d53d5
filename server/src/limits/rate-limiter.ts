/** At most `points` attempts in `seconds`, counted from the first of them. */
export interface RateRule {
  name: string
  points: number
  seconds: number
}

/** Counts attempts. */
export interface RateLimiter {
  /**
   * Counts one attempt of `key` under the rule, or several at once, also when they are refused.
   * @returns null when all of them are allowed, else the seconds until they are.
   */
  take(rule: RateRule, key: string, attempts?: number): Promise<number | null>
  /** Takes back attempts that were counted. */
  giveBack(rule: RateRule, key: string, attempts?: number): Promise<void>
}
