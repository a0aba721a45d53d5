import type { RateLimiter } from '../limits/rate-limiter.ts'
import { AuthError } from './auth-error.ts'

/** The client that sent a request. */
export interface ClientFacts {
  /** Network address; limits count by it. */
  address: string
  userAgent: string | undefined
}

type LimitedAction = 'sign_in' | 'sign_up' | 'recover' | 'resend' | 'verify' | 'exchange'

interface Allowance {
  /** Attempts for one e-mail address. */
  perAddress: number
  /** Attempts from one client; an office may share one network address. */
  perClient: number
  seconds: number
}

export type AuthLimits = Record<LimitedAction, Allowance>

const FIVE_MINUTES = 5 * 60

/** Signing in is limited against guessing, the others also because each may send a mail. */
export const DEFAULT_LIMITS: AuthLimits = {
  sign_in: { perAddress: 30, perClient: 300, seconds: FIVE_MINUTES },
  sign_up: { perAddress: 10, perClient: 300, seconds: FIVE_MINUTES },
  recover: { perAddress: 10, perClient: 300, seconds: FIVE_MINUTES },
  resend: { perAddress: 10, perClient: 300, seconds: FIVE_MINUTES },
  verify: { perAddress: 30, perClient: 300, seconds: FIVE_MINUTES },
  exchange: { perAddress: 30, perClient: 300, seconds: FIVE_MINUTES },
}

/**
 * Counts an attempt, whether or not the address has an account.
 * @throws {AuthError} over_request_rate_limit, with the seconds to wait.
 */
export async function limitAttempts(
  { limiter, limits }: { limiter: RateLimiter; limits: AuthLimits },
  action: LimitedAction,
  { clientAddress, email }: { clientAddress: string; email?: string },
): Promise<void> {
  const { perAddress, perClient, seconds } = limits[action]
  const waits = [await limiter.take({ name: `${action}_client`, points: perClient, seconds }, clientAddress)]
  // A client over its limit must not use up other people's attempts.
  if (email !== undefined && waits[0] === null)
    waits.push(await limiter.take({ name: `${action}_address`, points: perAddress, seconds }, email))
  const retryAfterSeconds = waits.find((wait) => wait !== null)
  if (retryAfterSeconds)
    throw new AuthError('over_request_rate_limit', 'Request rate limit reached', { retryAfterSeconds })
}
