import type { Context } from 'hono'
import type { RateLimiter } from '../limits/rate-limiter.ts'
import type { AppEnv } from './app.ts'
import type { Origin } from './origin.ts'
import type { Authenticate } from './require-user.ts'

/** The HTTP dependencies of every area's routers. */
export interface HttpParts {
  authenticate: Authenticate
  origin: Origin
  clientAddress: (c: Context<AppEnv>) => string
  limiter: RateLimiter
}
