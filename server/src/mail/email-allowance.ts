import { TransientFailure } from '../kernel/errors.ts'
import { steps, type RateLimiter, type RateRule } from '../limits/rate-limiter.ts'
import type { Mail, Mailer } from './mailer.ts'

const allowance = (name: string, points: number): RateRule => ({ name, points, seconds: 5 * 60 })

/** Links and codes to one address; any client may request them. */
const ASKED_BY_CLIENT = steps(allowance('mails_asked_by_client', 3))
/**
 * Links and codes across all clients: a few clients can't use up the owner's share, and the mailbox isn't flooded.
 */
const ASKED_BY_ALL = steps(allowance('mails_asked_by_all', 30))

/** How many other emails an address gets in five minutes, per kind. */
const ALLOWANCES = {
  /** Notices of a new password. */
  password: allowance('mails_password', 3),
  /**
   * Notices of a new sign-in method or of a scheduled account deletion. Setting up two factors with their codes sends
   * several.
   */
  account: allowance('mails_account', 5),
  /** Results of work on recordings. Queue delays make an hour's worth enough. */
  work: allowance('mails_work', 6),
}
export type MailKind = keyof typeof ALLOWANCES

/**
 * Counts a link or code that a client requests, possibly a stranger.
 * @returns null when it may be sent, else the seconds until it may.
 */
export async function countAskedMail(limiter: RateLimiter, address: string, client: string): Promise<number | null> {
  // A client over its limit must not use up the limit shared by all clients.
  for (const rule of ASKED_BY_CLIENT) {
    const seconds = await limiter.take(rule, `${address} ${client}`)
    if (seconds !== null) return seconds
  }
  for (const rule of ASKED_BY_ALL) {
    const seconds = await limiter.take(rule, address)
    if (seconds !== null) return seconds
  }
  return null
}

/**
 * Counts emails, all or none, before the action that they report.
 * @returns null when they may be sent, else the seconds until they may.
 */
export async function countMail(
  limiter: RateLimiter,
  kind: MailKind,
  address: string,
  mails = 1,
): Promise<number | null> {
  const seconds = await limiter.take(ALLOWANCES[kind], address, mails)
  if (seconds !== null) await limiter.giveBack(ALLOWANCES[kind], address, mails)
  return seconds
}

/** Takes back a counted email that was not sent. */
export function uncountMail(limiter: RateLimiter, kind: MailKind, address: string): Promise<void> {
  return limiter.giveBack(ALLOWANCES[kind], address)
}

/**
 * Sends an email about work on recordings.
 * @throws TransientFailure, with the time to wait, when its address is over the limit; or the mailer's.
 */
export async function sendOfWork(
  { mailer, limiter }: { mailer: Mailer; limiter: RateLimiter },
  mail: Mail,
): Promise<void> {
  const seconds = await countMail(limiter, 'work', mail.to)
  if (seconds !== null)
    throw new TransientFailure('unavailable', 'Too many emails to this address. Try again in 5 minutes.', {
      retryAfterMs: seconds * 1000,
    })
  try {
    await mailer.send(mail)
  } catch (error) {
    await uncountMail(limiter, 'work', mail.to)
    throw error
  }
}
