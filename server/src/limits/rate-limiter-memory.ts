import { RateLimiterMemory } from 'rate-limiter-flexible'
import { createFlexibleLimiter } from './flexible-limiter.ts'
import type { RateLimiter } from './rate-limiter.ts'

/** Counts in memory: for a single process, and lost at a restart. */
export function createMemoryRateLimiter(): RateLimiter {
  return createFlexibleLimiter((rule) => new RateLimiterMemory(rule))
}
