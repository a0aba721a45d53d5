import type { Context } from 'hono'
import { createMiddleware } from 'hono/factory'
import { AppError } from '../kernel/errors.ts'
import type { RateLimiter, RateRule } from '../limits/rate-limiter.ts'
import type { AppEnv } from './app.ts'

export interface RequestLimit {
  limiter: RateLimiter
  rule: RateRule
  /** Requests of one key are counted together: a client's address, or one key for everybody. */
  key: (c: Context<AppEnv>) => string
}

/** Limits requests by a rule; those over it are refused with the seconds to wait in `Retry-After`. */
export function limitRequests({ limiter, rule, key }: RequestLimit) {
  return createMiddleware<AppEnv>(async (c, next) => {
    const seconds = await limiter.take(rule, key(c))
    if (seconds !== null) {
      c.header('Retry-After', String(seconds))
      throw new AppError('too_many_requests', 'Too many requests. Please wait a little and try again.')
    }
    await next()
  })
}
