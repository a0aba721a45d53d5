import type { Context } from 'hono'
import { createMiddleware } from 'hono/factory'
import { tooManyRequests } from '../kernel/errors.ts'
import type { RateLimiter, RateRule } from '../limits/rate-limiter.ts'
import type { AppEnv } from './app.ts'

export interface RequestLimit {
  limiter: RateLimiter
  rule: RateRule
  /** Requests with the same key are counted together: a client's address, or one key for everyone. */
  key: (c: Context<AppEnv>) => string
}

/** A rule that counts each signed-in user's requests together. */
export function perCaller(limiter: RateLimiter, rule: RateRule): RequestLimit {
  return { limiter, rule, key: (c) => c.var.caller.userId }
}

/**
 * Limits requests by a rule; those over it are refused with the seconds to wait in `Retry-After`. A request the server
 * fails at doesn't count, unless it is refused with a retry time.
 */
export function limitRequests(limit: RequestLimit) {
  return createMiddleware<AppEnv>(async (c, next) => {
    await countRequest(c, limit)
    await next()
    // A server failure: clients that retry until it is over must not be locked out then. A full queue counts: a client
    // that doesn't wait could keep it full forever.
    if (c.res.status >= 500 && !c.res.headers.has('Retry-After')) await limit.limiter.giveBack(limit.rule, limit.key(c))
  })
}

/**
 * Counts one request, for handlers that check it first.
 * @throws AppError too_many_requests, with the seconds to wait.
 */
export async function countRequest(c: Context<AppEnv>, { limiter, rule, key }: RequestLimit): Promise<void> {
  const seconds = await limiter.take(rule, key(c))
  if (seconds === null) return
  throw tooManyRequests(seconds)
}
