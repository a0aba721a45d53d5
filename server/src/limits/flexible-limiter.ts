import { RateLimiterRes, type IRateLimiterOptions, type RateLimiterAbstract } from 'rate-limiter-flexible'
import type { RateLimiter, RateRule } from './rate-limiter.ts'

/** Counts with rate-limiter-flexible. @param open creates a rule's limiter in its store. */
export function createFlexibleLimiter(open: (rule: IRateLimiterOptions) => RateLimiterAbstract): RateLimiter {
  const limiters = new Map<string, RateLimiterAbstract>()

  function getLimiter({ name, points, seconds }: RateRule): RateLimiterAbstract {
    const limiter = limiters.get(name) ?? open({ keyPrefix: name, points, duration: seconds })
    limiters.set(name, limiter)
    return limiter
  }

  return {
    async take(rule, key, attempts = 1) {
      try {
        await getLimiter(rule).consume(key, attempts)
        return null
      } catch (refusal) {
        if (!(refusal instanceof RateLimiterRes)) throw refusal
        return Math.max(1, Math.ceil(refusal.msBeforeNext / 1000))
      }
    },
    async giveBack(rule, key, attempts = 1) {
      await getLimiter(rule).reward(key, attempts)
    },
  }
}
