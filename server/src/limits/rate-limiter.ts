/** At most `points` tries in `seconds`, counted from the first of them. */
export interface RateRule {
  name: string
  points: number
  seconds: number
}

/** Counts tries. */
export interface RateLimiter {
  /** Counts one try of `key` under the rule. @returns null when it is allowed, else the seconds until one is. */
  take(rule: RateRule, key: string): Promise<number | null>
}
