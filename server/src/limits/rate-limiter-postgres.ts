import { createHmac } from 'node:crypto'
import { RateLimiterPostgres } from 'rate-limiter-flexible'
import { createFlexibleLimiter } from './flexible-limiter.ts'
import type { RateLimiter } from './rate-limiter.ts'

const TABLE = 'rate_limits'

/**
 * Counts for all processes on a database, in a table that the library maintains. Keys are stored as hashes, because a
 * count may outlive the account whose address it uses. @param pool node-postgres's. @param secretKey of all
 * processes.
 */
export async function createPostgresRateLimiter(pool: object, secretKey: string): Promise<RateLimiter> {
  const options = { storeClient: pool, storeType: 'pool', tableName: TABLE }
  await createTable(options)
  const ready = { ...options, tableCreated: true, clearExpiredByTimeout: false }
  const limiter = createFlexibleLimiter((rule) => new RateLimiterPostgres({ ...ready, ...rule }))
  const hashed = (key: string) => createHmac('sha256', secretKey).update(key).digest('base64url')
  return {
    take: (rule, key, attempts) => limiter.take(rule, hashed(key), attempts),
    giveBack: (rule, key, attempts) => limiter.giveBack(rule, hashed(key), attempts),
  }
}

/** Its limiter cleans up for all. */
async function createTable(options: { storeClient: object; storeType: string; tableName: string }): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  const made = (error?: Error) => (error === undefined ? resolve() : reject(error))
  void new RateLimiterPostgres({ ...options, points: 1, duration: 1 }, made)
  return promise
}
