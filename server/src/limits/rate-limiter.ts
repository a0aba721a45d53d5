/** At most `points` attempts in `seconds`, counted from the first of them. */
export interface RateRule {
  name: string
  points: number
  seconds: number
}

/** Counts attempts. */
export interface RateLimiter {
  /** Counts one attempt of `key` under the rule. @returns null when it is allowed, else the seconds until the next one is. */
  take(rule: RateRule, key: string): Promise<number | null>
  /** Takes back one attempt that was counted. */
  giveBack(rule: RateRule, key: string): Promise<void>
}
